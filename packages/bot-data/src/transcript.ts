// One conversation of the history: what was said, and what happened inside each turn (decision 075).
import { z } from "zod";
import { historyItem } from "./history.ts";

export const transcriptMessage = z.object({
  sequence: z.number().int(),
  turn: z.number().int(),
  author: z.enum(["visitor", "bot", "agent", "system"]),
  authorName: z.string(),
  type: z.string(),
  text: z.string(),
  /** Choices that were offered, citations, the kind of asset: for the reader, as plain words. */
  details: z.array(z.string()),
  createdAt: z.iso.datetime(),
});
export type TranscriptMessage = z.infer<typeof transcriptMessage>;

/** Where the node that ran can be looked at, in the version that ran. */
export const nodePlace = z.object({
  botId: z.uuid(),
  versionId: z.uuid(),
  versionNumber: z.number().int(),
  solutionId: z.uuid().nullable(),
  solutionVersionId: z.uuid().nullable(),
});
export type NodePlace = z.infer<typeof nodePlace>;

export const transcriptNode = z.object({
  nodeId: z.string(),
  title: z.string(),
  type: z.string(),
  note: z.string(),
  ms: z.number().nullable(),
  place: nodePlace.nullable(),
});

export const transcriptEffect = z.object({
  nodeId: z.string(),
  type: z.string(),
  name: z.string(),
  ok: z.boolean(),
  ms: z.number(),
  attempts: z.number(),
  error: z.string().nullable(),
  model: z.string().nullable(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.number(),
});

export const transcriptTurn = z.object({
  turn: z.number().int(),
  kind: z.string(),
  place: nodePlace.nullable(),
  visitorSequence: z.number().int().nullable(),
  intent: z.string().nullable(),
  intentScore: z.number().nullable(),
  isLowConfidence: z.boolean(),
  isFallback: z.boolean(),
  entities: z.array(z.object({ name: z.string(), value: z.string() })),
  nodes: z.array(transcriptNode),
  effects: z.array(transcriptEffect),
  sources: z.array(z.object({ title: z.string(), passage: z.string() })),
  model: z.string().nullable(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.number(),
  ms: z.number(),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type TranscriptTurn = z.infer<typeof transcriptTurn>;

export const transcriptData = historyItem.omit({ snippet: true }).extend({
  visitorId: z.string(),
  visitor: z.array(z.object({ name: z.string(), value: z.string() })),
  pageUrl: z.string(),
  endedAt: z.iso.datetime().nullable(),
  messages: z.array(transcriptMessage),
  turns: z.array(transcriptTurn),
  notes: z.array(
    z.object({ id: z.uuid(), authorName: z.string(), text: z.string(), createdAt: z.iso.datetime() }),
  ),
  isRevealed: z.boolean(),
  /** How many places were masked. */
  maskedCount: z.number().int(),
  can: z.object({
    reveal: z.boolean(),
    delete: z.boolean(),
    annotate: z.boolean(),
    editBot: z.boolean(),
    readBot: z.boolean(),
  }),
});
export type TranscriptData = z.infer<typeof transcriptData>;

/** One turn played again on another version. */
export const replayTurn = z.object({
  turn: z.number().int(),
  visitor: z.string(),
  recorded: z.array(z.string()),
  replayed: z.array(z.string()),
  isSame: z.boolean(),
  recordedIntent: z.string().nullable(),
  replayedIntent: z.string().nullable(),
  recordedNodes: z.array(z.string()),
  replayedNodes: z.array(z.string()),
  /** What could not be played as it was, in sentences. */
  remarks: z.array(z.string()),
});
export const replayData = z.object({
  versionId: z.uuid(),
  versionNumber: z.number().int(),
  recordedVersionNumber: z.number().int().nullable(),
  turns: z.array(replayTurn),
  changedCount: z.number().int(),
});
export type ReplayData = z.infer<typeof replayData>;
