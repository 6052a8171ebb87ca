import type { ProjectAction } from "#access/actions.ts";
import { requireAccessToObject } from "#access/object-access.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import type { Context } from "../context.ts";
import { findOwner, type OwnerRow } from "./queries.ts";

export async function ownerFor(
  ctx: Context,
  action: ProjectAction,
  solutionVersionId: string,
): Promise<OwnerRow> {
  const owner = isId(solutionVersionId) ? await findOwner(ctx.db, solutionVersionId) : undefined;
  await requireAccessToObject(ctx.viewer, action, owner, "solution version");
  if (!owner) throw new NotFound("solution version");
  return owner;
}

export async function draftFor(ctx: Context, solutionVersionId: string): Promise<OwnerRow> {
  const owner = await ownerFor(ctx, "solution.edit", solutionVersionId);
  if (owner.isPublished) {
    throw new Conflict(
      `Version ${owner.number} was published and no longer changes. Create a new version based on it.`,
    );
  }
  return owner;
}

export function entry(owner: OwnerRow) {
  return {
    accountId: owner.accountId,
    projectId: owner.projectId,
    product: "pro_studio",
    objectType: "solution-version",
    objectId: owner.solutionVersionId,
    objectName: `${owner.solutionName} version ${owner.number}`,
  } as const;
}
