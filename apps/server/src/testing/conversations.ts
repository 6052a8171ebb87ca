// Conversations for tests of history and analytics, written as the chat would have left them.
import { initialState } from "@parley/flow";
import { newId } from "#platform/ids.ts";
import type { TestServer } from "./server.ts";

export interface TestTurn {
  readonly visitor?: string;
  readonly bot?: string | readonly string[];
  readonly kind?: string;
  readonly intent?: string;
  readonly score?: number;
  readonly isFallback?: boolean;
  readonly isLowConfidence?: boolean;
  readonly nodeIds?: readonly string[];
  readonly effects?: readonly Record<string, unknown>[];
  readonly versionId?: string;
  readonly ms?: number;
  readonly tokens?: number;
  readonly cost?: number;
}

export interface TestConversation {
  readonly projectId: string;
  readonly customerId: string;
  readonly pypeId?: string;
  readonly botId?: string;
  readonly versionId?: string;
  readonly environment?: string;
  readonly language?: string;
  readonly outcome?: string;
  readonly status?: string;
  readonly visitorId?: string;
  readonly identity?: Record<string, unknown>;
  readonly wasHandedOff?: boolean;
  readonly isTest?: boolean;
  readonly startedAt?: Date;
  readonly turns: readonly TestTurn[];
}

export async function aConversation(
  { db }: Pick<TestServer, "db">,
  conversation: TestConversation,
): Promise<string> {
  const id = newId();
  const { turns, startedAt = new Date() } = conversation;
  const said = turns.map((turn) => [
    ...(turn.visitor === undefined ? [] : [{ author: "visitor", text: turn.visitor }]),
    ...[turn.bot ?? []].flat().map((text) => ({ author: "bot", text })),
  ]);
  const visitorMessages = turns.filter((turn) => turn.visitor !== undefined).length;
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("conversations")
      .values({
        id,
        project_id: conversation.projectId,
        customer_id: conversation.customerId,
        environment: conversation.environment ?? "Live",
        pype_id: conversation.pypeId ?? null,
        bot_id: conversation.botId ?? null,
        bot_version_id: conversation.versionId ?? null,
        status: conversation.status ?? "ENDED",
        outcome: conversation.outcome ?? "resolved",
        is_test: conversation.isTest ?? false,
        token_hash: Buffer.from(id),
        visitor_id: conversation.visitorId ?? `visitor-${id}`,
        visitor_identity: conversation.identity ? JSON.stringify(conversation.identity) : null,
        language: conversation.language ?? "en",
        state: JSON.stringify(initialState()),
        turn_count: turns.length,
        visitor_message_count: visitorMessages,
        last_sequence: said.flat().length,
        low_confidence_count: turns.filter((turn) => turn.isLowConfidence).length,
        was_handed_off: conversation.wasHandedOff ?? false,
        started_at: startedAt,
        last_activity_at: startedAt,
        ended_at: startedAt,
      })
      .execute();
    let sequence = 0;
    for (const [index, turn] of turns.entries()) {
      const first = sequence + 1;
      for (const { author, text } of said[index] ?? []) {
        sequence += 1;
        await tx
          .insertInto("conversation_messages")
          .values({
            conversation_id: id,
            sequence,
            customer_id: conversation.customerId,
            turn: index + 1,
            author,
            content: JSON.stringify({ type: "text", text }),
            text,
            created_at: startedAt,
          })
          .execute();
      }
      await tx
        .insertInto("conversation_turns")
        .values({
          conversation_id: id,
          turn: index + 1,
          project_id: conversation.projectId,
          customer_id: conversation.customerId,
          bot_id: conversation.botId ?? null,
          bot_version_id: turn.versionId ?? conversation.versionId ?? null,
          kind: turn.kind ?? "visitor",
          visitor_sequence: turn.visitor === undefined ? null : first,
          intent: turn.intent ?? null,
          intent_score: turn.score ?? null,
          is_low_confidence: turn.isLowConfidence ?? false,
          is_fallback: turn.isFallback ?? false,
          node_ids: [...(turn.nodeIds ?? [])],
          trace: JSON.stringify(
            (turn.nodeIds ?? []).map((nodeId) => ({ nodeId, type: "message", note: "" })),
          ),
          effects: JSON.stringify(turn.effects ?? []),
          input_tokens: turn.tokens ?? 0,
          cost: turn.cost ?? 0,
          ms: turn.ms ?? 100,
          created_at: startedAt,
        })
        .execute();
    }
  });
  return id;
}
