// One applet template: what it is for, what an applet made from it begins with, and its versions.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { PageHeader } from "@parley/ui/page-header";
import { Button, Group } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { templatesQuery } from "./documents.ts";
import { VersionView } from "./version-view.tsx";
import { VersionsList } from "./versions-list.tsx";
import classes from "./packages.module.css";

const PublishTemplate = lazy(() =>
  import("./publish-template.tsx").then((module) => ({ default: module.PublishTemplate })),
);

const deleteMutation = graphql(`
  mutation DeleteApplet($id: ID!) {
    deleteApplet(id: $id)
  }
`);

export function TemplatePage() {
  const { t } = useTranslation("packages");
  const navigate = useNavigate();
  const { appletId = "" } = useParams();
  const organization = useOrganization();
  const { data, error, reload } = useData(
    templatesQuery,
    { accountId: organization.id },
    { types: ["Applet"] },
  );
  const [shownVersion, setShownVersion] = useUrlParam("version");
  const [open, setOpen] = useState<"publish" | "delete">();
  const [remove] = useChange(deleteMutation);
  const found = data?.applets.find((it) => it.id === appletId);
  const listUrl = `${urlTo(paths.packages, { orgId: organization.id })}?tab=templates`;
  useDocumentTitle(found?.displayName ?? t("tabs.templates"), organization.name);
  if (error && !found) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  if (data && !found) return <EmptyState title={t("template.gone")} />;
  const shown = found?.versions.find((it) => it.id === shownVersion) ?? found?.versions[0];
  return (
    <>
      <PageHeader
        title={found?.displayName ?? "…"}
        breadcrumb={[
          { label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) },
          { label: t("tabs.templates"), href: listUrl },
        ]}
        state={
          found &&
          t("template.state", {
            type: t(`appletType.${found.appletType}`),
            category: t(`category.${found.appletCategory}`),
            count: found.usedInEnvironments,
          })
        }
        actions={
          found?.isBuiltIn === false && (
            <Group gap={8}>
              <Button variant="default" onClick={() => setOpen("delete")}>
                {t("template.delete")}
              </Button>
              <Button onClick={() => setOpen("publish")}>{t("publish.version")}</Button>
            </Group>
          )
        }
      />
      {found && (
        <div className={classes["columns"]}>
          <div className={classes["section"]}>
            <section className={classes["card"]} aria-label={t("shown")}>
              <p className={classes["plain"]}>{found.description}</p>
              <p className={classes["muted"]}>
                <code>{found.pkgName}</code> {found.isBuiltIn && t("template.builtIn")}
              </p>
            </section>
            {shown && <VersionView key={shown.id} version={shown} />}
          </div>
          <VersionsList versions={found.versions} shownId={shown?.id} onShow={setShownVersion} />
        </div>
      )}
      {open === "publish" && found && (
        <Suspense fallback={null}>
          <PublishTemplate
            accountId={found.accountId ?? organization.id}
            of={{
              id: found.id,
              displayName: found.displayName,
              version: found.versions[0]?.version,
              schema: found.versions[0]?.schema,
            }}
            onClose={() => setOpen(undefined)}
            onPublished={reload}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={open === "delete"}
        onClose={() => setOpen(undefined)}
        title={t("delete.title", { name: found?.displayName })}
        confirmLabel={t("template.delete")}
        onConfirm={async () => {
          await remove({ id: appletId });
          notify({ tone: "good", message: t("delete.done", { name: found?.displayName }) });
          await navigate(listUrl);
        }}
      >
        <p>{t("template.deleteHint")}</p>
      </ConfirmDialog>
    </>
  );
}
