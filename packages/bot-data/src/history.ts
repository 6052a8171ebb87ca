// The body and the answers of the history search (decision 075).
import { z } from "zod";

/** What a search may ask about a conversation besides its words. */
export const historyFlags = ["HANDED_OFF", "FALLBACK", "LOW_CONFIDENCE", "ERROR"] as const;
export const facetNames = [
  "environments",
  "channelIds",
  "botIds",
  "versionIds",
  "outcomes",
  "languages",
  "intents",
  "labels",
  "flags",
] as const;
export type FacetName = (typeof facetNames)[number];

const day = z.iso.date();
const ids = z.array(z.uuid()).max(50).default([]);
const names = (most: number) => z.array(z.string().max(most)).max(50).default([]);

export const historyFilters = z.object({
  text: z.string().max(500).default(""),
  /** Days in the project's time zone, both included: when the conversation began. */
  from: day.optional(),
  to: day.optional(),
  environments: names(50),
  channelIds: ids,
  botIds: ids,
  versionIds: ids,
  /** "" are those that have none yet. */
  outcomes: names(120),
  languages: names(20),
  intents: names(120),
  labels: names(60),
  flags: z.array(z.enum(historyFlags)).max(4).default([]),
  nodeIds: names(100),
  visitorId: z.string().max(200).optional(),
});
export type HistoryFilters = z.infer<typeof historyFilters>;

export const historySearchBody = historyFilters.extend({
  limit: z.number().int().min(1).max(100).default(30),
  /** `next` of the page before. */
  after: z.string().max(200).optional(),
  withFacets: z.boolean().default(true),
});
export type HistorySearchBody = z.infer<typeof historySearchBody>;

/** Text in pieces, so that what was searched for can be marked. */
export const textPieces = z.array(z.object({ text: z.string(), isMatch: z.boolean() }));
export type TextPieces = z.infer<typeof textPieces>;

export const historyItem = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  customerName: z.string(),
  environment: z.string(),
  channelName: z.string().nullable(),
  botId: z.uuid().nullable(),
  botName: z.string().nullable(),
  versionId: z.uuid().nullable(),
  versionNumber: z.number().int().nullable(),
  status: z.string(),
  outcome: z.string(),
  language: z.string(),
  startedAt: z.iso.datetime(),
  lastActivityAt: z.iso.datetime(),
  turnCount: z.number().int(),
  messageCount: z.number().int(),
  fallbackCount: z.number().int(),
  lowConfidenceCount: z.number().int(),
  wasHandedOff: z.boolean(),
  hasError: z.boolean(),
  intents: z.array(z.string()),
  labels: z.array(z.string()),
  tokens: z.number(),
  cost: z.number(),
  /** Where the words were found, or how the conversation began. Personal data is masked. */
  snippet: textPieces,
});
export type HistoryItem = z.infer<typeof historyItem>;

const facetValue = z.object({ value: z.string(), label: z.string(), count: z.number().int() });
export const historyFacets = z.partialRecord(z.enum(facetNames), z.array(facetValue));
export type HistoryFacets = z.infer<typeof historyFacets>;

export const historySearchData = z.object({
  conversations: z.array(historyItem),
  next: z.string().nullable(),
  /** Counted up to a bound: `isAtLeast` when there are more. */
  total: z.object({ count: z.number().int(), isAtLeast: z.boolean() }),
  facets: historyFacets.nullable(),
  /** LETTERS: no conversation has the words, these have something close. */
  matchedBy: z.enum(["NONE", "WORDS", "LETTERS"]),
  /** When nothing was found: filters without which something would be. */
  dropToFind: z.array(z.string()),
});
export type HistorySearchData = z.infer<typeof historySearchData>;
