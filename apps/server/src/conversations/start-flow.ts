// A bot takes over a conversation at a node of its flow, because something outside the chat says so.
import { type Flow, initialState, nodeTitle } from "@parley/flow";
import type { Tx } from "#platform/database.ts";
import { deployedVersionId, findBot } from "#domains/bots";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import type { Services } from "../context.ts";
import { advance } from "./advance.ts";
import { createChat } from "./chat.ts";
import { readConversation } from "./conversation.ts";
import type { Draft } from "./draft.ts";
import { settle } from "./phases.ts";
import { runBot } from "./run-bot.ts";
import { runnableBot } from "./runnable-bots.ts";

/** Whoever asks again with the same key finds it done. */
class StartedBefore extends Error {}

export async function startFlow(
  services: Services,
  start: {
    readonly conversationId: string;
    readonly projectId: string;
    readonly botId: string;
    /** Name or id of a node; the beginning of the flow when empty. */
    readonly node: string;
    readonly key: string;
  },
): Promise<{ botName: string }> {
  const { db } = services;
  const conversation = await readConversation(db, start.conversationId);
  if (!conversation || conversation.projectId !== start.projectId) throw new NotFound("conversation");
  const bot = isId(start.botId) ? await findBot(db, start.projectId, start.botId) : undefined;
  if (!bot || bot.customerId !== conversation.customerId)
    throw new Invalid("botId", "The customer of this conversation has no such bot.");
  const versionId = await deployedVersionId(db, bot.id, conversation.environment);
  if (versionId === undefined)
    throw new Invalid("botId", `No version of ${bot.botName} is deployed in ${conversation.environment}.`);
  const runnable = await runnableBot(db, versionId, conversation.isTest);
  const nodeId = start.node === "" ? undefined : nodeCalled(runnable.flow, start.node);
  if (start.node !== "" && nodeId === undefined)
    throw new Invalid("node", `The flow of ${bot.botName} has no node “${start.node.slice(0, 100)}”.`);

  const chat = createChat(services);
  const takeOver = async (draft: Draft) => {
    if (draft.status === "ENDED") throw new Conflict("The conversation has ended.");
    if (draft.status !== "BOT") throw new Conflict("A person answers this conversation, not a bot.");
    Object.assign(
      draft,
      draft.phase === "END"
        ? { endBotId: bot.id, endBotVersionId: versionId }
        : { botId: bot.id, botVersionId: versionId },
    );
    draft.state = initialState(draft.state.variables);
    draft.pendingEffect = null;
    runBot(draft, runnable, { type: "start", platform: "web", ...(nodeId && { nodeId }) }, "start");
    await settle(chat, draft, runnable);
  };
  const remember = async (tx: Tx) => {
    const { conversationId: conversation_id, key } = start;
    const first = await tx
      .insertInto("conversation_flow_starts")
      .values({ conversation_id, key })
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .executeTakeFirst();
    if (!first) throw new StartedBefore();
  };
  try {
    await advance(chat, conversation.id, takeOver, remember);
  } catch (error) {
    if (!(error instanceof StartedBefore)) throw error;
  }
  return { botName: bot.botName };
}

function nodeCalled(flow: Flow, wanted: string): string | undefined {
  const name = wanted.trim().toLowerCase();
  return (
    flow.nodes.find((node) => node.id === wanted) ??
    flow.nodes.find((node) => nodeTitle(node).trim().toLowerCase() === name)
  )?.id;
}
