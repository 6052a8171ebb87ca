// What somebody may give away or take back: nothing they do not hold themselves at that place (decision 003).
import { canGrant } from "#access/actions.ts";
import type { Viewer } from "#access/viewer.ts";
import type { Db } from "#platform/database.ts";
import { Forbidden, NotFound } from "#platform/errors.ts";
import { rolesByIds, type RoleRow } from "./queries.ts";

export type Place = { accountId: string; projectId?: undefined } | { accountId: string; projectId: string };

/** The roles by id: each must belong to the account, and the viewer must be able to give it there. */
export async function grantableRoles(
  db: Db,
  viewer: Viewer,
  place: Place,
  roleIds: readonly string[],
): Promise<RoleRow[]> {
  if (roleIds.length === 0) return [];
  const roles = await rolesByIds(db, roleIds);
  if (roles.length !== roleIds.length || roles.some((role) => role.accountId !== place.accountId)) {
    throw new NotFound("role");
  }
  await requireGrantable(viewer, place, roles);
  return roles;
}

export async function requireGrantable(
  viewer: Viewer,
  place: Place,
  roles: readonly { key: string; name: string }[],
): Promise<void> {
  const grants =
    place.projectId === undefined
      ? await viewer.accountGrants(place.accountId)
      : await viewer.projectGrants(place.projectId);
  const held = grants?.held ?? new Set<string>();
  const scope = place.projectId === undefined ? "account" : "project";
  const beyond = roles.find((role) => !canGrant(role.key, scope, held));
  if (beyond) {
    throw new Forbidden(
      `You cannot give or take away the role ${beyond.name}: you do not hold its rights here.`,
    );
  }
}
