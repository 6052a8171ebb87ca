// The organisation's audit log: who did what, newest first, filtered by the address, live.
import { Button, Menu, Switch } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { DataTable } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { PageHeader } from "@parley/ui/page-header";
import { IconHistory } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { ListFilters, useUrlFilters } from "../../shared/list-filters.tsx";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { auditColumns } from "./audit-columns.tsx";
import { auditLogsQuery, filterIds, pageSize, queryMetadata } from "./audit-query.ts";
import type { AuditEntry } from "./audit-query.ts";
import { EntryPanel } from "./entry-panel.tsx";
import { useAuditFilters } from "./audit-filters.ts";
import { useExport } from "./use-export.ts";
import { useNewEntries } from "./use-new-entries.ts";
import classes from "./audit-log.module.css";

export function AuditLogPage() {
  const { t } = useTranslation("audit-log");
  const organization = useOrganization();
  const tableState = useTableUrlState();
  const filters = useUrlFilters(filterIds);
  const definitions = useAuditFilters(organization.id, filters.values);
  const [openId, setOpenId] = useUrlParam("entry");
  const [isFollowing, setIsFollowing] = useState(false);
  // Pages after the first stay put while new entries come in.
  const [upToSequence, setUpToSequence] = useState<number>();
  const [search] = useDebouncedValue(tableState.state.search, 250);
  const asked = queryMetadata(search, filters.values);
  const { page } = tableState.state;
  const { data, error, isLoading, reload } = useData(auditLogsQuery, {
    accountId: organization.id,
    queryMetadata: {
      ...asked,
      limit: pageSize,
      offset: (page - 1) * pageSize,
      ...(page > 1 && upToSequence !== undefined ? { upToSequence } : {}),
    },
  });
  const rows = data?.auditLogs.rows;
  const newCount = useNewEntries(organization.id, isFollowing && page === 1 ? reload : undefined);
  const { save, isSaving } = useExport(organization.id, asked);
  const { set } = filters;
  const columns = useMemo(() => auditColumns(t, set), [t, set]);
  const open = rows?.find((entry) => entry.id === openId);
  useDocumentTitle(t("title"), organization.name);
  const isFiltered = filters.isFiltered || search !== "";
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) }]}
        state={data && t(isFiltered ? "stateFiltered" : "state", { count: data.auditLogs.count })}
        actions={
          <>
            <Switch
              label={t("follow")}
              checked={isFollowing}
              onChange={(event) => setIsFollowing(event.currentTarget.checked)}
            />
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" loading={isSaving} disabled={!data || data.auditLogs.count === 0}>
                  {t("export.button")}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => void save("CSV")}>{t("export.csv")}</Menu.Item>
                <Menu.Item onClick={() => void save("JSON")}>{t("export.json")}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      {newCount.count > 0 && !isFollowing && (
        <button
          type="button"
          className={classes["fresh"]}
          onClick={() => {
            newCount.clear();
            tableState.onStateChange({ ...tableState.state, page: 1 });
            reload();
          }}
        >
          {t("fresh", { count: newCount.count })}
        </button>
      )}
      <DataTable<AuditEntry>
        state={tableState.state}
        onStateChange={(next) => {
          if (page === 1 && next.page > 1) setUpToSequence(newestOf(rows));
          tableState.onStateChange(next);
        }}
        label={t("title")}
        storageKey="audit-log"
        columns={columns}
        rows={rows}
        getRowId={(entry) => entry.id}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        pageSize={pageSize}
        totalCount={data?.auditLogs.count ?? 0}
        searchPlaceholder={t("search")}
        filters={<ListFilters definitions={definitions} {...filters} />}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        onOpenRow={(entry) => setOpenId(entry.id)}
        openRowId={openId || undefined}
        empty={
          <EmptyState icon={<IconHistory size={20} />} title={t("empty.title")} hint={t("empty.hint")} />
        }
      />
      {open && <EntryPanel entry={open} onFilter={set} onClose={() => setOpenId("")} />}
    </>
  );
}

function newestOf(rows: readonly AuditEntry[] | undefined): number | undefined {
  return rows && rows.length > 0 ? Math.max(...rows.map((entry) => entry.sequence)) : undefined;
}
