import type { ProjectAction } from "#access/actions.ts";
import { requireAccessToObject } from "#access/object-access.ts";
import { NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import type { Context } from "../context.ts";
import {
  findSetting,
  findSolution,
  findSolutionVersion,
  type SolutionRow,
  type VersionRow,
} from "./queries.ts";

export async function solutionFor(ctx: Context, action: ProjectAction, id: string): Promise<SolutionRow> {
  const solution = isId(id) ? await findSolution(ctx.db, id) : undefined;
  await requireAccessToObject(ctx.viewer, action, solution, "solution");
  if (!solution) throw new NotFound("solution");
  return solution;
}

export async function versionFor(ctx: Context, action: ProjectAction, id: string): Promise<VersionRow> {
  const version = isId(id) ? await findSolutionVersion(ctx.db, id) : undefined;
  await requireAccessToObject(ctx.viewer, action, version, "solution version");
  if (!version) throw new NotFound("solution version");
  return version;
}

export async function settingFor(ctx: Context, action: ProjectAction, id: string) {
  const setting = isId(id) ? await findSetting(ctx.db, id) : undefined;
  await requireAccessToObject(ctx.viewer, action, setting, "Pro Studio setting");
  if (!setting) throw new NotFound("Pro Studio setting");
  return setting;
}

export function solutionEntry(solution: SolutionRow) {
  return {
    accountId: solution.accountId,
    projectId: solution.projectId,
    product: "pro_studio",
    objectType: "solution",
    objectId: solution.id,
    objectName: solution.name,
  } as const;
}

export function versionEntry(version: VersionRow) {
  return {
    accountId: version.accountId,
    projectId: version.projectId,
    product: "pro_studio",
    objectType: "solution-version",
    objectId: version.id,
    objectName: `${version.solutionName} version ${version.number}`,
  } as const;
}
