// The teams of an organisation, by name.
import { Button } from "@mantine/core";
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { Link } from "@parley/ui/link";
import { PageHeader } from "@parley/ui/page-header";
import { RelativeTime } from "@parley/ui/relative-time";
import { IconUsersGroup } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useRights } from "../../shared/rights.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { CreateTeamDialog } from "./create-team-dialog.tsx";
import { DeleteTeamsDialog } from "./delete-teams-dialog.tsx";
import classes from "./teams.module.css";

const teamsQuery = graphql(`
  query GetTeams($accountId: ID!) {
    teams(accountId: $accountId) {
      id
      accountId
      name
      description
      memberCount
      projectCount
      updatedAt
      assignedRoles {
        id
        name
      }
    }
  }
`);

type TeamRow = ResultOf<typeof teamsQuery>["teams"][number];

export function TeamsPage() {
  const { t } = useTranslation("teams");
  const navigate = useNavigate();
  const organization = useOrganization();
  const rights = useRights(organization.id);
  const { data, error, isLoading, reload } = useData(
    teamsQuery,
    { accountId: organization.id },
    { types: ["Team"] },
  );
  const tableState = useTableUrlState();
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  const [isCreating, setIsCreating] = useState(false);
  const [deleting, setDeleting] = useState<readonly TeamRow[]>([]);
  const columns = useMemo(() => columnsIn(t, organization.id), [t, organization.id]);
  const canManage = rights?.canManageAccess ?? false;
  useDocumentTitle(t("title"), organization.name);
  const open = (teamId: string) => void navigate(urlTo(paths.team, { orgId: organization.id, teamId }));
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) }]}
        state={data && t("state", { count: data.teams.length })}
        actions={
          <Button
            disabled={!canManage}
            title={rights && !canManage ? t("cannotManage") : undefined}
            onClick={() => setIsCreating(true)}
          >
            {t("create.button")}
          </Button>
        }
      />
      <DataTable<TeamRow>
        {...tableState}
        label={t("title")}
        storageKey="teams"
        columns={columns}
        rows={data?.teams}
        getRowId={(team) => team.id}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        searchPlaceholder={t("search")}
        onOpenRow={(team) => open(team.id)}
        {...(canManage
          ? {
              selection: {
                selectedIds,
                onChange: setSelectedIds,
                canSelect: (team) => team.accountId === organization.id,
                actions: (teams) => (
                  <Button size="xs" color="red" variant="light" onClick={() => setDeleting(teams)}>
                    {t("delete.button")}
                  </Button>
                ),
              },
            }
          : {})}
        empty={
          <EmptyState
            icon={<IconUsersGroup size={20} />}
            title={t("empty.title")}
            hint={t("empty.hint")}
            {...(canManage
              ? { action: { label: t("create.button"), onClick: () => setIsCreating(true) } }
              : {})}
          />
        }
      />
      {isCreating && (
        <CreateTeamDialog accountId={organization.id} onClose={() => setIsCreating(false)} onCreated={open} />
      )}
      {deleting.length > 0 && (
        <DeleteTeamsDialog
          accountId={organization.id}
          teams={deleting}
          onClose={() => setDeleting([])}
          onDeleted={() => {
            setSelectedIds([]);
            reload();
          }}
        />
      )}
    </>
  );
}

function columnsIn(t: TFunction<"teams">, orgId: string): Column<TeamRow>[] {
  return [
    {
      id: "name",
      header: t("columns.name"),
      isAlwaysShown: true,
      width: "22%",
      value: (team) => team.name,
      cell: (team) => (
        <Link className={classes["name"]} href={urlTo(paths.team, { orgId, teamId: team.id })}>
          {team.name}
        </Link>
      ),
    },
    {
      id: "description",
      header: t("columns.description"),
      value: (team) => team.description,
      cell: (team) => <span className={classes["muted"]}>{team.description}</span>,
    },
    {
      id: "roles",
      header: t("columns.roles"),
      value: (team) => team.assignedRoles.map((role) => role.name).join(", "),
      cell: (team) => team.assignedRoles.map((role) => role.name).join(", ") || "–",
    },
    {
      id: "members",
      header: t("columns.members"),
      width: "100px",
      align: "right",
      value: (team) => team.memberCount,
      cell: (team) => team.memberCount.toLocaleString(),
    },
    {
      id: "projects",
      header: t("columns.projects"),
      width: "100px",
      align: "right",
      value: (team) => team.projectCount,
      cell: (team) => team.projectCount.toLocaleString(),
    },
    {
      id: "updatedAt",
      header: t("columns.updated"),
      width: "130px",
      value: (team) => Date.parse(team.updatedAt),
      cell: (team) => <RelativeTime at={team.updatedAt} />,
    },
  ];
}
