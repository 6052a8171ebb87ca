// The conversation a resolver works on, or the answer that there is none.
import { NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import type { Context } from "../context.ts";
import { foldChanges } from "./fold.ts";
import { findEntry, type HistoryRow } from "./search.ts";

export async function entryOf(ctx: Context, projectId: string, id: string): Promise<HistoryRow> {
  await foldChanges(ctx.db);
  const entry = isId(id) ? await findEntry(ctx.db, projectId, id) : undefined;
  if (!entry) throw new NotFound("conversation");
  return entry;
}

/** What every audit entry of this domain says about its object; never a word of the conversation itself. */
export function audited(grants: { accountId: string; projectId: string }, entry: HistoryRow) {
  return {
    accountId: grants.accountId,
    projectId: grants.projectId,
    product: "analytics",
    objectType: "conversation",
    objectId: entry.id,
    objectName: `Conversation of ${entry.startedAt.toISOString().slice(0, 16).replace("T", " ")}`,
  } as const;
}
