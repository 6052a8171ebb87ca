// The bot or version a resolver works on, or the answer that there is none.
import type { BotData, VersionData } from "@parley/bot-data";
import { NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import type { Context } from "../context.ts";
import { findBot } from "./queries.ts";
import { findVersion } from "./versions.ts";

export async function botOf(ctx: Context, projectId: string, id: string): Promise<BotData> {
  const bot = isId(id) ? await findBot(ctx.db, projectId, id) : undefined;
  if (!bot) throw new NotFound("bot");
  return bot;
}

export async function versionOf(ctx: Context, projectId: string, id: string): Promise<VersionData> {
  const version = isId(id) ? await findVersion(ctx.db, projectId, id) : undefined;
  if (!version) throw new NotFound("version");
  return version;
}

/** What every audit entry of this domain says about its object. */
export function entry(
  grants: { accountId: string; projectId: string },
  objectType: string,
  objectId: string,
  objectName: string,
) {
  return {
    accountId: grants.accountId,
    projectId: grants.projectId,
    product: "pro_studio",
    objectType,
    objectId,
    objectName,
  } as const;
}
