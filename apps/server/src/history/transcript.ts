// One conversation for reading: its messages, the trace of each turn and the notes, masked unless revealed.
import type { NodePlace, TranscriptData, TranscriptMessage, TranscriptTurn } from "@parley/bot-data";
import { nodeTitle } from "@parley/flow";
import { sql } from "kysely";
import { z } from "zod";
import { can } from "#access/viewer.ts";
import { loadRunnableBot } from "#domains/bots";
import type { Db } from "#platform/database.ts";
import { NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import type { Context } from "../context.ts";
import { foldChanges } from "./fold.ts";
import { createMasker, type Masker } from "./mask.ts";
import { findEntry, toItem } from "./search.ts";

export async function readTranscript(
  ctx: Context,
  projectId: string,
  id: string,
  isRevealed = false,
): Promise<TranscriptData> {
  await foldChanges(ctx.db);
  const entry = isId(id) ? await findEntry(ctx.db, projectId, id) : undefined;
  if (!entry) throw new NotFound("conversation");
  const { db, viewer } = ctx;
  const masker = createMasker(isRevealed);
  const [conversation, messages, turns, notes] = await Promise.all([
    conversationOf(db, id),
    messagesOf(db, id, masker),
    turnsOf(db, id, masker),
    notesOf(db, id, masker),
  ]);
  const scope = { projectId };
  return {
    ...toItem(entry),
    visitorId: conversation.visitorId,
    visitor: visitorOf(conversation.identity, isRevealed),
    pageUrl: masker.text(decoded(conversation.pageUrl)),
    endedAt: conversation.endedAt?.toISOString() ?? null,
    messages,
    turns,
    notes,
    isRevealed,
    maskedCount: masker.count + (isRevealed ? 0 : visitorOf(conversation.identity, true).length),
    can: {
      reveal: await can(viewer, "history.reveal", scope),
      delete: await can(viewer, "history.delete", scope),
      annotate: await can(viewer, "history.annotate", scope),
      editBot: await can(viewer, "bot.edit", scope),
      readBot: await can(viewer, "bot.read", scope),
    },
  };
}

async function conversationOf(db: Db, id: string) {
  return db
    .selectFrom("conversations")
    .select([
      "visitor_id as visitorId",
      "visitor_identity as identity",
      "page_url as pageUrl",
      "ended_at as endedAt",
    ])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** What a page proved about its visitor is personal whatever it looks like. */
function visitorOf(identity: unknown, isRevealed: boolean): { name: string; value: string }[] {
  const known = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(identity ?? {});
  return Object.entries(known).map(([name, value]) => ({
    name,
    value: isRevealed ? (typeof value === "string" ? value : JSON.stringify(value)) : "[hidden]",
  }));
}

/** "%40" would hide an address from the mask. */
function decoded(url: string): string {
  try {
    return decodeURI(url).replaceAll(/%40/gi, "@");
  } catch {
    return url;
  }
}

const content = z.looseObject({
  type: z.string(),
  choices: z.array(z.looseObject({ label: z.string() })).optional(),
  sources: z.array(z.looseObject({ title: z.string() })).optional(),
  assetType: z.string().optional(),
  command: z.string().optional(),
});

export async function messagesOf(db: Db, id: string, masker: Masker): Promise<TranscriptMessage[]> {
  const rows = await db
    .selectFrom("conversation_messages")
    .select(["sequence", "turn", "author", "author_name as authorName", "content", "text"])
    .select("created_at as createdAt")
    .where("conversation_id", "=", id)
    .orderBy("sequence")
    .limit(2_000)
    .execute();
  return rows.map(({ content: stored, text, createdAt, author, ...row }) => {
    const parsed = content.safeParse(stored).data ?? { type: "text" };
    return {
      ...row,
      // The check constraint of the column lists exactly these.
      author: author as TranscriptMessage["author"],
      type: parsed.type,
      text: masker.text(text),
      details: [
        ...(parsed.choices ?? []).map((choice) => choice.label),
        ...(parsed.sources ?? []).map((source) => source.title),
        ...(parsed.assetType ? [parsed.assetType] : []),
        ...(parsed.command ? [`/${parsed.command}`] : []),
      ],
      createdAt: createdAt.toISOString(),
    };
  });
}

const texts = z.string().catch("");
const numbers = z.number().catch(0);
const traceEntries = z
  .array(
    z.object({
      nodeId: texts,
      type: texts,
      note: texts,
      ms: z.number().nullable().catch(null),
      /** Where it is not the turn's. */
      versionId: z.string().optional().catch(undefined),
    }),
  )
  .catch([]);
export const effectEntries = z
  .array(
    z.object({
      effectId: texts,
      nodeId: texts,
      type: texts,
      name: texts,
      ok: z.boolean().catch(true),
      ms: numbers,
      attempts: numbers,
      error: z.string().nullable().catch(null),
      model: z.string().nullable().catch(null),
      inputTokens: numbers,
      outputTokens: numbers,
      cost: numbers,
      /** What it answered, for replays. */
      value: z.json().optional().catch(undefined),
      variables: z.record(z.string(), z.json()).optional().catch(undefined),
      said: z.array(z.string()).optional().catch(undefined),
    }),
  )
  .catch([]);
const entityEntries = z.array(z.looseObject({ name: z.string(), value: z.unknown() })).catch([]);
const sourceEntries = z.array(z.object({ title: texts, passage: texts })).catch([]);

export async function turnsOf(db: Db, id: string, masker: Masker): Promise<TranscriptTurn[]> {
  const rows = await db
    .selectFrom("conversation_turns")
    .selectAll()
    .where("conversation_id", "=", id)
    .orderBy("turn")
    .limit(2_000)
    .execute();
  const traces = new Map(rows.map((row) => [row.turn, traceEntries.parse(row.trace)]));
  const versionIds = [
    ...new Set([
      ...rows.flatMap((row) => row.bot_version_id ?? []),
      ...[...traces.values()].flat().flatMap((entry) => entry.versionId ?? []),
    ]),
  ];
  const places = await placesOf(db, versionIds);
  const titles = await nodeTitles(db, versionIds);
  return rows.map((row) => ({
    turn: row.turn,
    kind: row.kind,
    place: places.get(row.bot_version_id ?? "") ?? null,
    visitorSequence: row.visitor_sequence,
    intent: row.intent,
    intentScore: row.intent_score,
    isLowConfidence: row.is_low_confidence,
    isFallback: row.is_fallback,
    entities: entityEntries.parse(row.entities).map(({ name, value }) => ({
      name,
      value: masker.text(typeof value === "string" ? value : JSON.stringify(value)),
    })),
    nodes: (traces.get(row.turn) ?? []).map(({ versionId = row.bot_version_id, ...entry }) => ({
      ...entry,
      title: titles.get(`${versionId} ${entry.nodeId}`) ?? entry.nodeId,
      note: masker.text(entry.note),
      place: places.get(versionId ?? "") ?? null,
    })),
    effects: effectEntries.parse(row.effects).map((effect) => ({
      nodeId: effect.nodeId,
      type: effect.type,
      name: effect.name,
      ok: effect.ok,
      ms: effect.ms,
      attempts: effect.attempts,
      error: effect.error === null ? null : masker.text(effect.error),
      model: effect.model,
      inputTokens: effect.inputTokens,
      outputTokens: effect.outputTokens,
      cost: effect.cost,
    })),
    sources: sourceEntries.parse(row.sources),
    model: row.model,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cost: Number(row.cost),
    ms: row.ms,
    error: row.error === null ? null : masker.text(row.error),
    createdAt: row.created_at.toISOString(),
  }));
}

async function placesOf(db: Db, versionIds: readonly string[]): Promise<Map<string, NodePlace>> {
  const { rows } = await sql<NodePlace>`
    select distinct on (v.id) v.id as "versionId", v.bot_id as "botId", v.number as "versionNumber",
      s.id as "solutionVersionId", s.solution_id as "solutionId"
    from bot_versions v left join solution_versions s on s.bot_version_id = v.id
    where v.id = any(${[...versionIds]}::uuid[]) order by v.id, s.number desc`.execute(db);
  return new Map(rows.map((row) => [row.versionId, row]));
}

/** As they were called in the version that ran; keyed by "version node". */
export async function nodeTitles(db: Db, versionIds: readonly string[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const versionId of versionIds) {
    const bot = await loadRunnableBot(db, versionId).catch(() => undefined);
    for (const node of bot?.flow.nodes ?? []) titles.set(`${versionId} ${node.id}`, nodeTitle(node));
  }
  return titles;
}

async function notesOf(db: Db, id: string, masker: Masker) {
  const rows = await db
    .selectFrom("conversation_notes")
    .select(["id", "author_name as authorName", "text", "created_at as createdAt"])
    .where("conversation_id", "=", id)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({
    ...row,
    text: masker.text(row.text),
    createdAt: row.createdAt.toISOString(),
  }));
}
