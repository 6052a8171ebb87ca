// One team: members, roles and projects in one staged change.
import { Button } from "@mantine/core";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { PageHeader } from "@parley/ui/page-header";
import { TabPanel } from "@parley/ui/tabs";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { changeBetween, countChanges, noAccess } from "../../shared/access/access-draft.ts";
import type { AccessDraft } from "../../shared/access/access-draft.ts";
import { useAccountDetails } from "../../shared/access/account-details.ts";
import { RoleChecks } from "../../shared/access/role-checks.tsx";
import { RoleMatrix } from "../../shared/access/role-matrix.tsx";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useLeaveWarning } from "../../shared/leave-warning.ts";
import { ObjectHistory } from "../../shared/object-history.tsx";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { paths, urlTo } from "../../shared/urls.ts";
import type { PickedUser } from "../../shared/user-picker.tsx";
import { useOrganization } from "../../shared/viewer.tsx";
import { DeleteTeamsDialog } from "./delete-teams-dialog.tsx";
import { EditTeamDialog } from "./edit-team-dialog.tsx";
import { ReviewTeamChange } from "./review-team-change.tsx";
import { accessIn, useTeam } from "./team-details.ts";
import { TeamMembers } from "./team-members.tsx";
import classes from "./teams.module.css";

export function TeamPage() {
  const { t } = useTranslation("teams");
  const navigate = useNavigate();
  const { teamId = "" } = useParams();
  const organization = useOrganization();
  const { details } = useAccountDetails(organization.id);
  const { team, error, isLoading, reload, isMissing } = useTeam(teamId);
  const [edited, setEdited] = useState<AccessDraft>();
  // People picked but not saved yet: the team does not know them.
  const [picked, setPicked] = useState<readonly PickedUser[]>([]);
  const [open, setOpen] = useState<"review" | "edit" | "delete">();
  const saved = useMemo(() => (team ? accessIn(team, organization.id) : noAccess), [team, organization.id]);
  const draft = edited ?? saved;
  const change = changeBetween(saved, draft);
  const count = countChanges(change);
  const tabs = [
    { id: "members", label: t("members"), count: draft.userIds.length },
    { id: "roles", label: t("roles"), count: draft.roleIds.length },
    { id: "projects", label: t("projects"), count: Object.keys(draft.projects).length },
    { id: "history", label: t("history") },
  ];
  const [tab] = useUrlTab(tabs);
  useDocumentTitle(team?.name, t("title"), organization.name);
  useLeaveWarning(count > 0, t("common:unsavedQuestion"));

  const teamsUrl = urlTo(paths.teams, { orgId: organization.id });
  if (isMissing || (error && !team))
    return error && error.code !== "NOT_FOUND" ? (
      <ErrorState title={t("failed")} error={error} onRetry={reload} />
    ) : (
      <EmptyState isPageTitle title={t("missing")} action={{ label: t("toTeams"), href: teamsUrl }} />
    );
  const canManage = details?.organizationMetadata.canManageAccess ?? false;
  const isOwn = team?.accountId === organization.id;
  const projectName = (id: string) =>
    details?.projects.find((project) => project.id === id)?.name ??
    team?.assignedProjects.find((project) => project.id === id)?.name ??
    id;
  const discard = () => {
    setEdited(undefined);
    setPicked([]);
  };
  return (
    <>
      <PageHeader
        title={team?.name ?? (isLoading ? "…" : "")}
        breadcrumb={[
          { label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) },
          { label: t("title"), href: teamsUrl },
        ]}
        state={
          team && (
            <>
              {t("summary", {
                members: t("memberCount", { count: saved.userIds.length }),
                roles: t("roleCount", { count: saved.roleIds.length }),
                projects: t("projectCount", { count: Object.keys(saved.projects).length }),
              })}
              {team.description && ` · ${team.description}`}
            </>
          )
        }
        actions={
          team && (
            <>
              <Button variant="default" disabled={!canManage || !isOwn} onClick={() => setOpen("edit")}>
                {t("edit.button")}
              </Button>
              <Button
                variant="default"
                color="red"
                disabled={!canManage || !isOwn}
                title={isOwn ? undefined : t("ownedElsewhere")}
                onClick={() => setOpen("delete")}
              >
                {t("delete.button")}
              </Button>
            </>
          )
        }
        tabs={<UrlTabs label={t("team")} tabs={tabs} />}
      />
      {details && !canManage && <p className={classes["muted"]}>{t("cannotManage")}</p>}
      {team && (
        <TabPanel id={tab}>
          {tab === "members" && (
            <TeamMembers
              team={team}
              picked={picked}
              value={draft.userIds}
              isDisabled={!canManage}
              onChange={(userIds, person) => {
                setEdited({ ...draft, userIds });
                if (person) setPicked([...picked, person]);
              }}
            />
          )}
          {tab === "roles" && (
            <RoleChecks
              roles={details?.roles ?? []}
              value={draft.roleIds}
              saved={saved.roleIds}
              isDisabled={!canManage}
              onChange={(roleIds) => setEdited({ ...draft, roleIds })}
            />
          )}
          {tab === "projects" && (
            <RoleMatrix
              projects={details?.projects ?? []}
              roles={details?.roles ?? []}
              value={draft.projects}
              saved={saved.projects}
              nameOf={projectName}
              isDisabled={!canManage}
              onChange={(projects) => setEdited({ ...draft, projects })}
            />
          )}
          {tab === "history" && (
            <ObjectHistory accountId={organization.id} objectType="team" objectId={team.id} />
          )}
        </TabPanel>
      )}
      {team && count > 0 && (
        <div className={classes["bar"]} role="region" aria-label={t("staged", { count })}>
          <p role="status">{t("staged", { count })}</p>
          <Button variant="default" onClick={discard}>
            {t("discard")}
          </Button>
          <Button onClick={() => setOpen("review")}>{t("review")}</Button>
        </div>
      )}
      {team && open === "review" && (
        <ReviewTeamChange
          team={team}
          accountId={organization.id}
          details={details}
          picked={picked}
          change={change}
          onSaved={() => {
            discard();
            reload();
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {team && open === "edit" && <EditTeamDialog team={team} onClose={() => setOpen(undefined)} />}
      {team && open === "delete" && (
        <DeleteTeamsDialog
          accountId={organization.id}
          teams={[team]}
          onClose={() => setOpen(undefined)}
          onDeleted={() => void navigate(teamsUrl)}
        />
      )}
    </>
  );
}
