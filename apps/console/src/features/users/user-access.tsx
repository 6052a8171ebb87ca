// Roles, teams and projects of one person. Nothing is saved here: the panel reviews and saves it all at once.
import { MultiSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AccessDraft } from "../../shared/access/access-draft.ts";
import type { AccountDetails, RoleOption } from "../../shared/access/account-details.ts";
import { useEffectiveRoles } from "../../shared/access/effective-roles.ts";
import { ProjectRoles } from "../../shared/access/project-roles.tsx";
import { RoleChecks } from "../../shared/access/role-checks.tsx";
import { useOrganization } from "../../shared/viewer.tsx";
import { ReachedProjects } from "./reached-projects.tsx";
import type { UserDetails } from "./user-details.ts";
import classes from "./users.module.css";

type Props = {
  user: UserDetails;
  details: AccountDetails | undefined;
  saved: AccessDraft;
  draft: AccessDraft;
  onChange: (draft: AccessDraft) => void;
};

export function UserAccess({ user, details, saved, draft, onChange }: Props) {
  const { t } = useTranslation("users");
  const organization = useOrganization();
  const { list } = useEffectiveRoles({ accountId: organization.id, filter: { userId: user.id } });
  const canManage = details?.organizationMetadata.canManageAccess ?? false;
  const paths = (role: RoleOption) => {
    const others = (list?.rows ?? []).filter(
      (row) => row.roleKey === role.key && row.projectId === null && (row.via === "TEAM" || row.isInherited),
    );
    return others.length > 0
      ? t("access.also", { path: others.map((row) => row.path).join(", ") })
      : undefined;
  };
  const projectNames = new Map(user.userProjects.map(({ project }) => [project.id, project.name]));
  return (
    <>
      {details && !canManage && <p className={classes["hint"]}>{t("cannotManage")}</p>}
      <section className={classes["section"]} aria-label={t("access.roles")}>
        <h3>{t("access.roles")}</h3>
        <RoleChecks
          roles={details?.roles ?? []}
          value={draft.roleIds}
          saved={saved.roleIds}
          heldThrough={paths}
          isDisabled={!canManage}
          onChange={(roleIds) => onChange({ ...draft, roleIds })}
        />
      </section>
      <section className={classes["section"]} aria-label={t("access.teams")}>
        <h3>{t("access.teams")}</h3>
        <MultiSelect
          aria-label={t("access.teams")}
          placeholder={draft.teamIds.length === 0 ? t("access.noTeams") : ""}
          data={teamOptions(details, user)}
          value={[...draft.teamIds]}
          searchable
          nothingFoundMessage={t("access:nothingFound")}
          disabled={!canManage}
          onChange={(teamIds) => onChange({ ...draft, teamIds })}
        />
      </section>
      <section className={classes["section"]} aria-label={t("access.projects")}>
        <h3>{t("access.projects")}</h3>
        <p className={classes["hint"]}>{t("access.projectsHint")}</p>
        <ProjectRoles
          projects={details?.projects ?? []}
          roles={details?.roles ?? []}
          value={draft.projects}
          nameOf={(id) => projectNames.get(id)}
          isDisabled={!canManage}
          onChange={(projects) => onChange({ ...draft, projects })}
        />
      </section>
      <ReachedProjects userId={user.id} />
    </>
  );
}

function teamOptions(details: AccountDetails | undefined, user: UserDetails) {
  const teams = new Map(
    [...user.assignedTeams, ...(details?.teams ?? [])].map((team) => [team.id, team.name]),
  );
  return [...teams].map(([value, label]) => ({ value, label }));
}
