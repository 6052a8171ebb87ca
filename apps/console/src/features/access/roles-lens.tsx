import { Button, NativeSelect } from "@mantine/core";
import { DataTable } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { IconEye } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useAccountDetails } from "../../shared/access/account-details.ts";
import { useEffectiveRoles } from "../../shared/access/effective-roles.ts";
import type { EffectiveRole } from "../../shared/access/effective-roles.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { UserPicker } from "../../shared/user-picker.tsx";
import type { PickedUser } from "../../shared/user-picker.tsx";
import type { Organization } from "../../shared/viewer.tsx";
import { lensColumns, rowKey } from "./lens-columns.tsx";
import { SeatsElsewhere } from "./seats-elsewhere.tsx";
import { useReviewExport } from "./use-review-export.ts";
import classes from "./access-page.module.css";

const pageSize = 50;

/** For a person, a team or a project; without a choice, for everyone in the organisation. */
export function RolesLens({ organization }: { organization: Organization }) {
  const { t } = useTranslation("access-lens");
  const [params, setParams] = useSearchParams();
  const tableState = useTableUrlState();
  const { details } = useAccountDetails(organization.id);
  const [picked, setPicked] = useState<PickedUser>();
  const filter = {
    ...(params.get("user") ? { userId: params.get("user") } : {}),
    ...(params.get("team") ? { teamId: params.get("team") } : {}),
    ...(params.get("project") ? { projectId: params.get("project") } : {}),
  };
  const { page } = tableState.state;
  const { list, error, isLoading, reload } = useEffectiveRoles({
    accountId: organization.id,
    filter,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  const { save, isSaving } = useReviewExport(organization, filter);
  const columns = useMemo(() => lensColumns(t, organization.id), [t, organization.id]);
  const choose = (name: string, value: string) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const other of ["user", "team", "project", "page"]) next.delete(other);
      if (value) next.set(name, value);
      return next;
    });
  const options = (items: readonly { id: string; name: string }[]) => [
    { value: "", label: t("any") },
    ...items.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const userId = params.get("user");
  return (
    <>
      <div className={classes["choice"]}>
        <UserPicker
          accountId={organization.id}
          label={t("person")}
          value={userId ? picked : undefined}
          isClearable
          onPick={(user) => {
            setPicked(user);
            choose("user", user?.id ?? "");
          }}
        />
        <NativeSelect
          label={t("team")}
          value={params.get("team") ?? ""}
          data={options(details?.teams ?? [])}
          onChange={(event) => choose("team", event.currentTarget.value)}
        />
        <NativeSelect
          label={t("project")}
          value={params.get("project") ?? ""}
          data={options(details?.projects ?? [])}
          onChange={(event) => choose("project", event.currentTarget.value)}
        />
      </div>
      {userId && <SeatsElsewhere userId={userId} organizationId={organization.id} />}
      <DataTable<EffectiveRole>
        {...tableState}
        label={t("tabs.roles")}
        storageKey="access"
        columns={columns}
        rows={list?.rows}
        getRowId={rowKey}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        hasSearch={false}
        pageSize={pageSize}
        totalCount={list?.count ?? 0}
        toolbarActions={
          <Button
            variant="default"
            loading={isSaving}
            disabled={!list || list.count === 0}
            onClick={() => void save()}
          >
            {t("export.button")}
          </Button>
        }
        empty={<EmptyState icon={<IconEye size={20} />} title={t("empty")} hint={t("emptyHint")} />}
      />
    </>
  );
}
