// The organisations somebody can see, as a tree with counts; searching opens the path to what matches.
import { Button } from "@mantine/core";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { PageHeader } from "@parley/ui/page-header";
import { SearchInput } from "@parley/ui/search-input";
import { IconSitemap } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useRights } from "../../shared/rights.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { CreateOrganizationDialog } from "./create-organization-dialog.tsx";
import { OrganizationTable } from "./organization-table.tsx";
import classes from "./organizations.module.css";

const accountsQuery = graphql(`
  query GetAccounts($parentId: ID) {
    accounts(parentId: $parentId) {
      count
      rows {
        id
        name
        parentId
        picture
        pictureFile {
          url
        }
        status
        userCount
        projectCount
        childAccountCount
        accountManager {
          id
          firstName
          lastName
          userName
        }
      }
    }
  }
`);

export function OrganizationsPage() {
  const { t } = useTranslation("organizations");
  const navigate = useNavigate();
  const organization = useOrganization();
  const rights = useRights(organization.id);
  const { data, error, isLoading, reload } = useData(accountsQuery, {}, { types: ["Account"] });
  const [search, setSearch] = useUrlParam("q");
  const [parentId, setParentId] = useState<string>();
  const rows = data?.accounts.rows ?? [];
  const canCreate = rights?.canCreateAccounts ?? false;
  useDocumentTitle(t("title"), organization.name);
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) }]}
        state={data && t("state", { count: data.accounts.count })}
        actions={
          <Button
            disabled={!canCreate}
            title={rights && !canCreate ? t("cannotCreate") : undefined}
            onClick={() => setParentId(organization.id)}
          >
            {t("create.button")}
          </Button>
        }
      />
      <div className={classes["toolbar"]}>
        <SearchInput value={search} placeholder={t("search")} onChange={setSearch} />
      </div>
      {error && <ErrorState title={t("failed")} error={error} onRetry={reload} isInline={rows.length > 0} />}
      {(isLoading || rows.length > 0) && (
        <OrganizationTable
          rows={isLoading ? undefined : rows}
          search={search}
          currentId={organization.id}
          {...(canCreate && { onCreateBelow: setParentId })}
        />
      )}
      {data && rows.length === 0 && (
        <EmptyState icon={<IconSitemap size={20} />} title={t("empty")} hint={t("emptyHint")} />
      )}
      {parentId && (
        <CreateOrganizationDialog
          parentId={parentId}
          onClose={() => setParentId(undefined)}
          onCreated={(id) =>
            void navigate(urlTo(paths.organization, { orgId: organization.id, childOrgId: id }))
          }
        />
      )}
    </>
  );
}
