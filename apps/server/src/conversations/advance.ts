// Moves a conversation one step: read, decide, write behind the fence, and again when someone was faster.
import { setTimeout as sleep } from "node:timers/promises";
import { collectUtterance } from "#domains/bots";
import type { Tx } from "#platform/database.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { type Chat, remember } from "./chat.ts";
import { type Committed, commitWithin } from "./commit.ts";
import { type Conversation, readConversation } from "./conversation.ts";
import { type Draft, draftOf } from "./draft.ts";
import { afterEffect } from "./after-effect.ts";
import { hasSideWrites, writeBeside } from "./side-writes.ts";

const mostTries = 20;

/** `decide` may run several times, each time on a fresh draft; only the last one counts. */
export async function advance(
  chat: Chat,
  id: string,
  decide: (draft: Draft) => Promise<void> | void,
  /** Written in the same transaction, such as an audit entry. */
  alsoWrite?: (tx: Tx, committed: Committed) => Promise<void>,
): Promise<Committed> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const remembered = chat.known.get(id);
    const conversation = remembered ?? (await readConversation(chat.services.db, id));
    if (!conversation) throw new NotFound("conversation");
    const draft = draftOf(conversation);
    try {
      await decide(draft);
    } catch (error) {
      // What was decided on an outdated state is no decision.
      if (chat.known.delete(id) && tries === 0) continue;
      throw error;
    }
    if (remembered && draft.hasAskedChannel) {
      chat.known.delete(id);
      continue;
    }
    if (isUnchanged(draft)) return { conversation, messages: [] };
    const committed = await write(chat, draft, alsoWrite);
    if (committed) {
      remember(chat, committed.conversation);
      chat.onCommitted?.(committed);
      chat.wake();
      followUp(chat, conversation, committed, draft);
      return committed;
    }
    chat.known.delete(id);
    if (tries > 1) await sleep(Math.random() * 20 * tries);
  }
  throw new Conflict("This conversation is busy. Please try again.");
}

function isUnchanged(draft: Draft): boolean {
  const { conversation: before, state, status, pendingEffect, messages, turn, handOffEnd } = draft;
  const isSame = state === before.state && status === before.status && pendingEffect === before.pendingEffect;
  return isSame && messages.length === 0 && turn === undefined && handOffEnd === undefined;
}

async function write(
  chat: Chat,
  draft: Draft,
  alsoWrite: ((tx: Tx, committed: Committed) => Promise<void>) | undefined,
): Promise<Committed | undefined> {
  const step = { draft, leaseSeconds: draft.conversation.retryTimeoutMs / 1_000 + 5 };
  if (!alsoWrite && !hasSideWrites(draft)) return chat.commit(step);
  return chat.services.db.transaction().execute(async (tx) => {
    const committed = await commitWithin(tx, step);
    if (!committed) return undefined;
    await writeBeside(tx, draft, committed);
    await alsoWrite?.(tx, committed);
    return committed;
  });
}

function followUp(chat: Chat, before: Conversation, committed: Committed, draft: Draft): void {
  const { log, db } = chat.services;
  const { conversation } = committed;
  const effect = conversation.pendingEffect;
  if (effect && effect.id !== before.pendingEffect?.id) {
    void afterEffect(chat, conversation, effect).catch((error: unknown) =>
      log.warn({ error, conversationId: conversation.id }, "an effect of a conversation was not carried out"),
    );
  }
  const { botId, isTest } = conversation;
  if (draft.doubt && botId && !isTest) {
    const { text, intent, score } = draft.doubt;
    const versionId = conversation.botVersionId ?? undefined;
    void collectUtterance(db, {
      botId,
      text,
      suggestedIntent: intent,
      score,
      reason: "LOW_CONFIDENCE",
      conversationId: conversation.id,
      versionId,
    }).catch((error: unknown) => log.warn({ error }, "an utterance did not reach the intent inbox"));
  }
}
