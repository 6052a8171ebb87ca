// Roles in single projects, for a user or a team: what the API's ProjectRolesUpdate list asks for.
import type { Viewer } from "#access/viewer.ts";
import { can } from "#access/viewer.ts";
import type { Delta } from "#domains/audit-log";
import type { Tx } from "#platform/database.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { knownId, knownIds } from "#platform/input.ts";
import { grantableRoles, requireGrantable } from "./grantable.ts";
import { rolesByIds } from "./queries.ts";

export interface ProjectRolesInput {
  readonly projectId: string;
  readonly roleIds?: readonly string[] | null | undefined;
  readonly roleIdsToAdd?: readonly string[] | null | undefined;
  readonly roleIdsToRemove?: readonly string[] | null | undefined;
  readonly isRemoved?: boolean | null | undefined;
}

/** Where the holder's rows are: the same steps for users and for teams. */
export interface ProjectHolder {
  assigned(tx: Tx, accountIds: readonly string[]): Promise<string[]>;
  rolesIn(tx: Tx, projectId: string): Promise<string[]>;
  assign(tx: Tx, project: { id: string; accountId: string }): Promise<void>;
  unassign(tx: Tx, projectId: string): Promise<void>;
  addRole(tx: Tx, projectId: string, roleId: string): Promise<void>;
  removeRole(tx: Tx, projectId: string, roleId: string): Promise<void>;
}

export interface ProjectPlace {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
}

/** Every project must be of an account whose access the viewer manages; others answer like missing ones. */
export async function manageableProjects(
  tx: Tx,
  viewer: Viewer,
  projectIds: readonly string[],
): Promise<ProjectPlace[]> {
  if (projectIds.length === 0) return [];
  const rows = await tx
    .selectFrom("projects")
    .select(["id", "name", "account_id as accountId"])
    .where("id", "in", [...projectIds])
    .orderBy("name")
    .execute();
  if (rows.length !== projectIds.length) throw new NotFound("project");
  for (const accountId of new Set(rows.map((row) => row.accountId))) {
    if (!(await can(viewer, "access.manage", { accountId }))) throw new NotFound("project");
  }
  return rows;
}

export async function setProjectRoles(
  tx: Tx,
  viewer: Viewer,
  holder: ProjectHolder,
  updates: readonly ProjectRolesInput[],
  isConsolidating: boolean,
): Promise<Delta[]> {
  const projectIds = updates.map((update) => knownId(update.projectId, "project"));
  if (new Set(projectIds).size !== projectIds.length) {
    throw new Invalid("projectRolesUpdate", "Name every project once.");
  }
  if (isConsolidating && updates.length === 0) {
    throw new Invalid(
      "projectRolesUpdate",
      "Name at least one project: the list says in which organisation it is the whole truth.",
    );
  }
  const projects = await manageableProjects(tx, viewer, projectIds);
  const byId = new Map(projects.map((project) => [project.id, project]));
  const deltas: Delta[] = [];
  for (const update of updates) {
    const project = byId.get(knownId(update.projectId, "project"));
    if (!project) throw new NotFound("project");
    deltas.push(
      ...(update.isRemoved
        ? await unassign(tx, viewer, holder, project)
        : await changeRolesIn(tx, viewer, holder, project, update)),
    );
  }
  if (isConsolidating) {
    const accounts = [...new Set(projects.map((project) => project.accountId))];
    const unnamed = (await holder.assigned(tx, accounts)).filter((id) => !byId.has(id));
    for (const project of await manageableProjects(tx, viewer, unnamed)) {
      deltas.push(...(await unassign(tx, viewer, holder, project)));
    }
  }
  return deltas;
}

/** Takes the project away with the roles held in it; the viewer must be able to give those. */
export async function unassign(
  tx: Tx,
  viewer: Viewer,
  holder: ProjectHolder,
  project: ProjectPlace,
): Promise<Delta[]> {
  const held = await rolesByIds(tx, await holder.rolesIn(tx, project.id));
  await requireGrantable(viewer, { accountId: project.accountId, projectId: project.id }, held);
  const wasAssigned = (await holder.assigned(tx, [project.accountId])).includes(project.id);
  await holder.unassign(tx, project.id);
  return [
    { what: "projects", added: [], removed: wasAssigned ? [project.name] : [] },
    { what: "roles", in: project.name, added: [], removed: held.map((role) => role.name) },
  ];
}

async function changeRolesIn(
  tx: Tx,
  viewer: Viewer,
  holder: ProjectHolder,
  project: ProjectPlace,
  update: ProjectRolesInput,
): Promise<Delta[]> {
  const place = { accountId: project.accountId, projectId: project.id };
  const held = await holder.rolesIn(tx, project.id);
  const wanted = new Set(update.roleIds ? knownIds(update.roleIds, "role") : held);
  for (const id of knownIds(update.roleIdsToAdd, "role")) wanted.add(id);
  for (const id of knownIds(update.roleIdsToRemove, "role")) wanted.delete(id);
  const toAdd = await grantableRoles(
    tx,
    viewer,
    place,
    [...wanted].filter((id) => !held.includes(id)),
  );
  const toRemove = await grantableRoles(
    tx,
    viewer,
    place,
    held.filter((id) => !wanted.has(id)),
  );
  const wasAssigned = (await holder.assigned(tx, [project.accountId])).includes(project.id);
  await holder.assign(tx, project);
  for (const role of toAdd) await holder.addRole(tx, project.id, role.id);
  for (const role of toRemove) await holder.removeRole(tx, project.id, role.id);
  return [
    { what: "projects", added: wasAssigned ? [] : [project.name], removed: [] },
    {
      what: "roles",
      in: project.name,
      added: toAdd.map((role) => role.name),
      removed: toRemove.map((role) => role.name),
    },
  ];
}
