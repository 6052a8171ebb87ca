// One organisation: who looks after it, its settings and limits, and what each is inherited from.
import { Button, Skeleton } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { PageHeader } from "@parley/ui/page-header";
import { StatusBadge } from "@parley/ui/status-badge";
import { TabPanel } from "@parley/ui/tabs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { Monogram } from "../../shared/monogram.tsx";
import { ObjectHistory } from "../../shared/object-history.tsx";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { paths, urlTo } from "../../shared/urls.ts";
import { pathTo, useOrganization, useOrganizations } from "../../shared/viewer.tsx";
import { useAccount } from "./account-query.ts";
import { CreateOrganizationDialog } from "./create-organization-dialog.tsx";
import { DeleteOrganizationDialog } from "./delete-organization-dialog.tsx";
import { OrganizationForm } from "./organization-form.tsx";
import classes from "./organizations.module.css";

export function OrganizationPage() {
  const { t } = useTranslation("organizations");
  const navigate = useNavigate();
  const { childOrgId = "" } = useParams();
  const organization = useOrganization();
  const organizations = useOrganizations();
  const { account, error, isLoading, reload } = useAccount(childOrgId);
  const [open, setOpen] = useState<"create" | "delete">();
  const tabs = [
    { id: "settings", label: t("tabs.settings") },
    { id: "children", label: t("tabs.children"), count: account?.childAccounts.length },
    { id: "history", label: t("tabs.history") },
  ];
  const [tab] = useUrlTab(tabs);
  useDocumentTitle(account?.name, t("title"));
  const urlOf = (id: string) => urlTo(paths.organization, { orgId: organization.id, childOrgId: id });
  const listUrl = urlTo(paths.organizations, { orgId: organization.id });
  if (error && !account)
    return (
      <ErrorState
        title={t("failed")}
        error={error}
        onRetry={reload}
        next={<Link href={listUrl}>{t("toList")}</Link>}
      />
    );
  return (
    <>
      <PageHeader
        title={account?.name ?? "…"}
        icon={
          account && (
            <Monogram name={account.name} picture={account.pictureFile?.url ?? account.picture} size={40} />
          )
        }
        breadcrumb={[
          { label: t("title"), href: listUrl },
          ...pathTo(organizations, childOrgId)
            .slice(0, -1)
            .map(({ id, name }) => ({ label: name, href: urlOf(id) })),
        ]}
        badge={
          account && (
            <StatusBadge
              tone={account.status === "ACTIVE" ? "good" : "warning"}
              label={t(`status.${account.status}`)}
            />
          )
        }
        state={
          account &&
          `${t("people", { count: account.userCount })}, ${t("projects", { count: account.projectCount })}`
        }
        actions={
          account && (
            <>
              <Button
                variant="default"
                onClick={() => void navigate(urlTo(paths.landing, { orgId: account.id }))}
              >
                {t("switchTo")}
              </Button>
              <Button
                variant="default"
                color="red"
                disabled={!account.organizationMetadata.canUpdateAccount}
                onClick={() => setOpen("delete")}
              >
                {t("delete.button")}
              </Button>
              <Button
                disabled={!account.organizationMetadata.canCreateAccounts}
                onClick={() => setOpen("create")}
              >
                {t("create.below")}
              </Button>
            </>
          )
        }
        tabs={<UrlTabs label={t("title")} tabs={tabs} />}
      />
      {isLoading && <Skeleton height={260} />}
      {account && (
        <TabPanel id={tab}>
          {tab === "settings" && <OrganizationForm key={account.id} account={account} onSaved={reload} />}
          {tab === "children" && (
            <>
              {account.childAccounts.length === 0 && <p className={classes["muted"]}>{t("noChildren")}</p>}
              <ul className={classes["children"]}>
                {account.childAccounts.map((child) => (
                  <li key={child.id}>
                    <Monogram name={child.name} size={22} />
                    <Link className={classes["name"]} href={urlOf(child.id)}>
                      {child.name}
                    </Link>
                    <span className={classes["muted"]}>{t("people", { count: child.userCount })}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          {tab === "history" && (
            <ObjectHistory accountId={account.id} objectType="account" objectId={account.id} />
          )}
        </TabPanel>
      )}
      {account && open === "create" && (
        <CreateOrganizationDialog
          parentId={account.id}
          onClose={() => setOpen(undefined)}
          onCreated={(id) => {
            setOpen(undefined);
            void navigate(urlOf(id));
          }}
        />
      )}
      {account && open === "delete" && (
        <DeleteOrganizationDialog
          account={account}
          urlOf={urlOf}
          onClose={() => setOpen(undefined)}
          onDeleted={() =>
            // The organisation in the address may be the one that is gone.
            void navigate(account.id === organization.id ? paths.home : listUrl)
          }
        />
      )}
    </>
  );
}
