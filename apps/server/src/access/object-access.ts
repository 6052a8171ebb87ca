// For objects that are asked for by their own id: which project they are in is looked up first, and one in
// a project that is not the viewer's answers like one that does not exist.
import { Forbidden, NotFound } from "#platform/errors.ts";
import { isAllowed, type ProjectAction } from "./actions.ts";
import type { ProjectGrants } from "./grants.ts";
import { requireUser, type Viewer } from "./viewer.ts";

export async function requireAccessToObject(
  viewer: Viewer,
  action: ProjectAction,
  object: { readonly projectId: string } | undefined,
  noun: string,
): Promise<ProjectGrants> {
  requireUser(viewer);
  const grants = object && (await viewer.projectGrants(object.projectId));
  if (!grants || grants.held.size === 0) throw new NotFound(noun);
  if (!isAllowed(action, grants.held)) throw new Forbidden();
  viewer.scope.admit(grants);
  return grants;
}
