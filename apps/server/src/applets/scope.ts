// Where an instance or an environment is, and whether the viewer may touch it there.
import { requireAccess, requireUser } from "#access/viewer.ts";
import { type EnvironmentConfigRow, environmentConfigsByIds } from "#domains/environments";
import { Invalid, NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { type Context, load } from "../context.ts";
import { type InstanceRow, instancesByIds } from "./queries.ts";

type Right = "read" | "edit";

export interface Place {
  readonly accountId: string;
  readonly projectId: string;
  readonly config: EnvironmentConfigRow;
}

export async function requireEnvironment(ctx: Context, id: string, right: Right): Promise<Place> {
  requireUser(ctx.viewer);
  const config = isId(id) ? await load(ctx, environmentConfigsByIds, id) : undefined;
  if (!config) throw new NotFound("environment");
  const { projectId } = config;
  const { accountId } = await requireAccess(ctx.viewer, `applet.${right}`, { projectId }).catch(
    (error: unknown) => {
      // One sentence for "no such environment" and for "not yours".
      throw error instanceof NotFound ? new NotFound("environment") : error;
    },
  );
  return { accountId, projectId, config };
}

/** The environment an instance is to be saved in. */
export function requireTarget(ctx: Context, id: string): Promise<Place> {
  return requireEnvironment(ctx, id, "edit").catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error;
    throw new Invalid("projectEnvironmentConfigId", error.message);
  });
}

export async function requireInstance(ctx: Context, id: string, right: Right): Promise<InstanceRow> {
  requireUser(ctx.viewer);
  const instance = isId(id) ? await load(ctx, instancesByIds, id) : undefined;
  if (!instance) throw new NotFound("applet");
  try {
    if (instance.projectId)
      await requireAccess(ctx.viewer, `applet.${right}`, { projectId: instance.projectId });
    else await requireAccess(ctx.viewer, "package.edit", { accountId: instance.accountId });
  } catch (error) {
    throw error instanceof NotFound ? new NotFound("applet") : error;
  }
  return instance;
}
