// What somebody (or a team) holds in an organisation, as a form edits it, and the change between two states of it.
export type AccessDraft = {
  readonly roleIds: readonly string[];
  /** For a person: the teams they are in. */
  readonly teamIds: readonly string[];
  /** For a team: its members. */
  readonly userIds: readonly string[];
  /** Roles by project; an assigned project without roles of its own has an empty list. */
  readonly projects: Readonly<Record<string, readonly string[]>>;
};

export type ProjectRolesChange = { projectId: string; roleIdsToAdd: string[]; roleIdsToRemove: string[] };

export type AccessChange = {
  roleIdsToAdd: string[];
  roleIdsToRemove: string[];
  teamIdsToAdd: string[];
  teamIdsToRemove: string[];
  userIdsToAdd: string[];
  userIdsToRemove: string[];
  projectIdsToAdd: string[];
  projectIdsToRemove: string[];
  projectRolesUpdate: ProjectRolesChange[];
};

export const noAccess: AccessDraft = { roleIds: [], teamIds: [], userIds: [], projects: {} };

export function changeBetween(before: AccessDraft, after: AccessDraft): AccessChange {
  const projectsBefore = Object.keys(before.projects);
  const projectsAfter = Object.keys(after.projects);
  return {
    roleIdsToAdd: missing(after.roleIds, before.roleIds),
    roleIdsToRemove: missing(before.roleIds, after.roleIds),
    teamIdsToAdd: missing(after.teamIds, before.teamIds),
    teamIdsToRemove: missing(before.teamIds, after.teamIds),
    userIdsToAdd: missing(after.userIds, before.userIds),
    userIdsToRemove: missing(before.userIds, after.userIds),
    projectIdsToAdd: missing(projectsAfter, projectsBefore),
    projectIdsToRemove: missing(projectsBefore, projectsAfter),
    projectRolesUpdate: projectsAfter.flatMap((projectId) => {
      const had = before.projects[projectId] ?? [];
      const has = after.projects[projectId] ?? [];
      const change = { projectId, roleIdsToAdd: missing(has, had), roleIdsToRemove: missing(had, has) };
      return change.roleIdsToAdd.length + change.roleIdsToRemove.length > 0 ? [change] : [];
    }),
  };
}

/** Each role, team, member and project counts once. */
export function countChanges({ projectRolesUpdate, ...lists }: AccessChange): number {
  const own = Object.values(lists).reduce((sum, ids) => sum + ids.length, 0);
  return projectRolesUpdate.reduce(
    (sum, project) => sum + project.roleIdsToAdd.length + project.roleIdsToRemove.length,
    own,
  );
}

export function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}

function missing(from: readonly string[], known: readonly string[]): string[] {
  return from.filter((id) => !known.includes(id));
}
