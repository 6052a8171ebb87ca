// The reverse question: who can do this here, and by which path.
import { NativeSelect } from "@mantine/core";
import { DataTable } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useAccountDetails } from "../../shared/access/account-details.ts";
import type { EffectiveRole } from "../../shared/access/effective-roles.ts";
// Writes the fragment EffectiveRoleRow.
import "../../shared/access/effective-roles.ts";
import { useUrlFilters } from "../../shared/list-filters.tsx";
import type { Organization } from "../../shared/viewer.tsx";
import { lensColumns, rowKey } from "./lens-columns.tsx";
import classes from "./access-page.module.css";

const actionsQuery = graphql(`
  query GetAccessActions {
    accessActions {
      name
      scope
      holders
    }
  }
`);

const whoCanQuery = graphql(`
  query GetWhoCan($accountId: ID!, $projectId: ID, $action: String!) {
    whoCan(accountId: $accountId, projectId: $projectId, action: $action) {
      ...EffectiveRoleRow
    }
  }
`);

export function WhoCan({ organization }: { organization: Organization }) {
  const { t } = useTranslation("access-lens");
  const { details } = useAccountDetails(organization.id);
  const { values, set } = useUrlFilters(["action", "in"]);
  const actions = useData(actionsQuery, {}, { policy: "cache-first" }).data?.accessActions ?? [];
  const action = actions.find((candidate) => candidate.name === values["action"]);
  const isInProject = action?.scope === "PROJECT";
  const projectId = isInProject ? (values["in"] ?? "") : "";
  const isReady = action !== undefined && (!isInProject || projectId !== "");
  const { data, error, isLoading, reload } = useData(
    whoCanQuery,
    { accountId: organization.id, projectId: projectId || null, action: action?.name ?? "" },
    { isPaused: !isReady },
  );
  const columns = useMemo(() => lensColumns(t, organization.id), [t, organization.id]);
  return (
    <>
      <div className={classes["choice"]}>
        <NativeSelect
          label={t("action")}
          value={values["action"] ?? ""}
          data={[
            { value: "", label: t("chooseAction") },
            ...(["ACCOUNT", "PROJECT"] as const).map((scope) => ({
              group: t(`scope.${scope}`),
              items: actions
                .filter((candidate) => candidate.scope === scope)
                .map(({ name }) => ({ value: name, label: t(`actions.${name}`) })),
            })),
          ]}
          onChange={(event) => set({ action: event.currentTarget.value })}
        />
        {isInProject && (
          <NativeSelect
            label={t("project")}
            value={projectId}
            data={[
              { value: "", label: t("chooseProject") },
              ...(details?.projects ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => set({ in: event.currentTarget.value })}
          />
        )}
      </div>
      {isReady ? (
        <DataTable<EffectiveRole>
          label={t("tabs.whoCan")}
          storageKey="who-can"
          columns={columns}
          rows={data?.whoCan}
          getRowId={rowKey}
          isLoading={isLoading}
          error={error}
          onRetry={reload}
          hasSearch={false}
          empty={<EmptyState title={t("nobody")} />}
        />
      ) : (
        <EmptyState title={t("ask")} hint={t("askHint")} />
      )}
    </>
  );
}
