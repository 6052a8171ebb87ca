// The people of an organisation: the server searches, sorts and pages; a row opens beside the list.
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { DataTable } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { PageHeader } from "@parley/ui/page-header";
import { IconUsers } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useData } from "../../lib/graphql/use-data.ts";
import { useAccountDetails } from "../../shared/access/account-details.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { ListFilters, useUrlFilters } from "../../shared/list-filters.tsx";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useSignedIn } from "../../shared/user-session.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { AddUsersDialog } from "./add-users-dialog.tsx";
import { ExportUsersButton } from "./export-users.tsx";
import { SelectionActions } from "./selection-actions.tsx";
import { useUserFilters } from "./user-filters.ts";
import { UserPanel } from "./user-panel.tsx";
import { userColumns } from "./user-columns.tsx";
import { filterIds, pageSize, usersQuery, usersVariables } from "./users-query.ts";
import type { UserRow } from "./users-query.ts";

export function UsersPage() {
  // The panel of a person speaks of access too; fetched then, its texts would blank the list for a moment.
  const { t } = useTranslation(["users", "access"]);
  const organization = useOrganization();
  const tableState = useTableUrlState();
  const filters = useUrlFilters(filterIds);
  const [openId, setOpenId] = useUrlParam("user");
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  const [isAdding, setIsAdding] = useState(false);
  // Set while somebody wants to leave a panel with changes that are not saved.
  const [wanted, setWanted] = useState<string>();
  const [stagedCount, setStagedCount] = useState(0);
  const [search] = useDebouncedValue(tableState.state.search, 200);
  const [now] = useState(() => Date.now());
  const { details } = useAccountDetails(organization.id);
  const definitions = useUserFilters(details);
  const variables = usersVariables(organization.id, tableState.state, search, filters.values, now);
  const { data, error, isLoading, reload } = useData(usersQuery, variables, { types: ["User"] });
  const columns = useMemo(() => userColumns(t), [t]);
  const signedIn = useSignedIn(
    organization.id,
    (data?.users ?? []).map((user) => user.id),
  );
  const rows = useMemo(
    () =>
      signedIn
        ? data?.users.map((user) => ({ ...user, hasActiveSessions: signedIn.has(user.id) }))
        : data?.users,
    [data, signedIn],
  );
  const canManage = details?.organizationMetadata.canManageAccess ?? false;
  useDocumentTitle(t("title"), organization.name);

  const open = (id: string) => {
    if (stagedCount > 0 && id !== openId) setWanted(id);
    else setOpenId(id);
  };

  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) }]}
        state={
          data && t(filters.isFiltered || search ? "stateFiltered" : "state", { count: data.usersCount })
        }
        actions={
          <>
            <ExportUsersButton variables={variables} count={data?.usersCount ?? 0} />
            <Button
              disabled={!canManage}
              title={details && !canManage ? t("cannotManage") : undefined}
              onClick={() => setIsAdding(true)}
            >
              {t("add.button")}
            </Button>
          </>
        }
      />
      <DataTable<UserRow>
        {...tableState}
        label={t("title")}
        storageKey="users"
        columns={columns}
        rows={rows}
        getRowId={(user) => user.id}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        pageSize={pageSize}
        totalCount={data?.usersCount ?? 0}
        searchPlaceholder={t("search")}
        filters={<ListFilters definitions={definitions} {...filters} />}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        onOpenRow={(user) => open(user.id)}
        openRowId={openId || undefined}
        {...(canManage
          ? {
              selection: {
                // What is not in view any more is not meant any more.
                selectedIds: selectedIds.filter((id) => data?.users.some((user) => user.id === id)),
                onChange: setSelectedIds,
                actions: (users) => (
                  <SelectionActions
                    organizationId={organization.id}
                    details={details}
                    users={users}
                    onDone={() => {
                      setSelectedIds([]);
                      reload();
                    }}
                  />
                ),
              },
            }
          : {})}
        empty={
          <EmptyState
            icon={<IconUsers size={20} />}
            title={t("empty.title")}
            hint={t("empty.hint")}
            {...(canManage ? { action: { label: t("add.button"), onClick: () => setIsAdding(true) } } : {})}
          />
        }
      />
      {openId && (
        <UserPanel
          key={openId}
          userId={openId}
          details={details}
          onClose={() => open("")}
          onStaged={setStagedCount}
          onRemoved={() => {
            setOpenId("");
            reload();
          }}
        />
      )}
      {isAdding && (
        <AddUsersDialog accountId={organization.id} onClose={() => setIsAdding(false)} onAdded={reload} />
      )}
      <ConfirmDialog
        isOpen={wanted !== undefined}
        onClose={() => setWanted(undefined)}
        title={t("discard.title", { count: stagedCount })}
        confirmLabel={t("discard.confirm")}
        onConfirm={() => {
          setStagedCount(0);
          setOpenId(wanted ?? "");
        }}
      >
        {t("discard.hint")}
      </ConfirmDialog>
    </>
  );
}
