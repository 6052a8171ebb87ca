// A conversation as replay needs it: what the visitor did turn by turn, and what the world answered.
import type { Json, JsonObject } from "@parley/flow";
import type { Content } from "#domains/conversations";
import type { Db } from "#platform/database.ts";
import { effectEntries, nodeTitles } from "./transcript.ts";

export interface RecordedTurn {
  readonly turn: number;
  readonly kind: string;
  readonly content: Content | undefined;
  readonly botTexts: readonly string[];
  readonly intent: string | null;
  readonly nodes: string[];
  readonly at: Date;
}

export interface Answer {
  readonly ok: boolean;
  readonly value: Json;
  readonly error: string | null;
  readonly variables: JsonObject;
  readonly said: readonly string[];
}

export interface RecordedAnswers {
  /** The next answer of this kind, best of the same name; each is given once. */
  take(effect: { type: string; scriptId?: string; taskId?: string; url?: string }): Answer | undefined;
}

export interface Recording {
  readonly variables: JsonObject;
  readonly turns: readonly RecordedTurn[];
  readonly answers: RecordedAnswers;
  /** The closing bot as it was then; it begins in the turn that ends the first bot. */
  readonly closingVersionId: string | null;
}

export async function readRecording(db: Db, id: string): Promise<Recording> {
  const [conversation, messages, turns] = await Promise.all([
    db.selectFrom("conversations").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    db
      .selectFrom("conversation_messages")
      .select(["sequence", "turn", "author", "content", "text"])
      .where("conversation_id", "=", id)
      .orderBy("sequence")
      .execute(),
    db
      .selectFrom("conversation_turns")
      .selectAll()
      .where("conversation_id", "=", id)
      .orderBy("turn")
      .execute(),
  ]);
  const contentOf = (sequence: number | null): Content | undefined => {
    const message = messages.find((each) => each.sequence === sequence);
    // Written by the runtime, which checked it.
    return message && (message.content as Content);
  };
  // The closing bot is another one: its turns say nothing about this version.
  const own = turns.filter(
    (turn) =>
      conversation.end_bot_id === null ||
      turn.bot_id !== conversation.end_bot_id ||
      turn.bot_id === conversation.bot_id,
  );
  const titles = await nodeTitles(db, [...new Set(own.flatMap((turn) => turn.bot_version_id ?? []))]);
  return {
    variables: openingVariables(conversation),
    turns: own.map((turn) => ({
      turn: turn.turn,
      kind: turn.kind,
      content: contentOf(turn.visitor_sequence),
      botTexts: messages
        .filter((message) => message.turn === turn.turn && message.author === "bot" && message.text !== "")
        .map((message) => message.text),
      intent: turn.intent,
      nodes: turn.node_ids
        .map((nodeId) => titles.get(`${turn.bot_version_id} ${nodeId}`) ?? nodeId)
        // A node that waited for an effect is met twice.
        .filter((title, index, all) => title !== all[index - 1]),
      at: turn.created_at,
    })),
    answers: answersOf(own, messages),
    closingVersionId: conversation.end_bot_version_id,
  };
}

/** As the conversation began; see startConversation(). */
function openingVariables(conversation: {
  id: string;
  visitor_id: string;
  visitor_identity: unknown;
  language: string;
  environment: string;
  page_url: string;
  state: unknown;
}): JsonObject {
  const { variables } = conversation.state as { variables?: JsonObject };
  return {
    visitor: {
      id: conversation.visitor_id,
      isVerified: conversation.visitor_identity !== null,
      ...(conversation.visitor_identity as JsonObject | null),
    },
    conversation: { id: conversation.id, language: conversation.language },
    channel: { environment: conversation.environment, pageUrl: conversation.page_url },
    page: variables?.["page"] ?? {},
  };
}

function answersOf(
  turns: readonly { effects: unknown }[],
  messages: readonly { content: unknown; text: string }[],
): RecordedAnswers {
  const said = new Map(
    messages.flatMap(({ content, text }) => {
      const { effectId } = content as { effectId?: string };
      return effectId ? [[effectId, text] as const] : [];
    }),
  );
  const left = turns
    .flatMap((turn) => effectEntries.parse(turn.effects))
    .map((effect) => ({
      type: effect.type,
      name: effect.name,
      answer: {
        ok: effect.ok,
        // What a model said is also in the message it became.
        value: effect.value ?? (said.has(effect.effectId) ? { text: said.get(effect.effectId) ?? "" } : null),
        error: effect.error,
        variables: effect.variables ?? {},
        said: effect.said ?? [],
      },
    }));
  return {
    take(effect) {
      const name = effect.scriptId ?? effect.taskId;
      const exact = left.findIndex(
        (each) => each.type === effect.type && (name === undefined || each.name === name),
      );
      const at =
        exact >= 0 || effect.type === "runScript"
          ? exact
          : left.findIndex((each) => isAlike(each.type, effect.type));
      return at < 0 ? undefined : left.splice(at, 1)[0]?.answer;
    },
  };
}

const models = new Set(["llmTask", "knowledgeAnswer"]);
const isAlike = (one: string, other: string) => one === other || (models.has(one) && models.has(other));
