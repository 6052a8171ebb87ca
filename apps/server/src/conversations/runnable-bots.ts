// The bot version a conversation runs. Deployed versions are locked, so a loaded one stays right; what can
// still change (its training, the project's time zone) is looked at again after a while.
import { loadRunnableBot, type RunnableBot } from "#domains/bots";
import type { Db } from "#platform/database.ts";
import type { Draft } from "./draft.ts";

const freshMs = 30_000;
const maxKept = 500;
// Kept while it is on its way: a crowd that comes at once, as after a restart, reads a bot and its model once.
const kept = new Map<string, { bot: Promise<RunnableBot>; until: number }>();

export function runnableBot(db: Db, versionId: string, isTest: boolean): Promise<RunnableBot> {
  const known = kept.get(versionId);
  if (known && known.until > performance.now() && !isTest) return known.bot;
  const loading = { bot: loadRunnableBot(db, versionId), until: performance.now() + freshMs };
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? "");
  kept.set(versionId, loading);
  loading.bot.catch(() => {
    if (kept.get(versionId) === loading) kept.delete(versionId);
  });
  return loading.bot;
}

/** Undefined when no bot is deployed for this part of the conversation. */
export async function botOfDraft(db: Db, draft: Draft): Promise<RunnableBot | undefined> {
  const versionId = draft.phase === "END" ? draft.endBotVersionId : draft.botVersionId;
  return versionId === null ? undefined : runnableBot(db, versionId, draft.conversation.isTest);
}
