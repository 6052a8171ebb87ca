// Values and synonyms of an enumeration, found by whole words; small typing mistakes are forgiven.
import { standsAlone, tokenSpans, type TokenSpan } from "../text/tokens.ts";
import type { EntityDefinition } from "../types.ts";
import { editDistance } from "./edit-distance.ts";
import type { Found } from "./match.ts";

type Enumeration = Extract<EntityDefinition, { type: "enumeration" }>;

type Phrase = { key: string; value: string; words: number };

type Index = { exact: Map<string, string>; longest: number; fuzzyByWords: Map<number, Phrase[]> };

const indexes = new WeakMap<Enumeration, Index>();

export function findEnumeration(tokens: TokenSpan[], definition: Enumeration): Found[] {
  const index = indexOf(definition);
  const found: Found[] = [];
  for (let begin = 0; begin < tokens.length; begin += 1) {
    for (let words = Math.min(index.longest, tokens.length - begin); words > 0; words -= 1) {
      const window = tokens.slice(begin, begin + words);
      const hit = matchWindow(window, index, definition.fuzzy ?? true);
      if (hit) found.push({ start: window[0]!.start, end: window[words - 1]!.end, ...hit });
    }
  }
  return found;
}

function matchWindow(
  window: TokenSpan[],
  index: Index,
  fuzzy: boolean,
): Pick<Found, "value" | "score"> | undefined {
  const key = keyOf(window);
  const value = index.exact.get(key);
  if (value !== undefined) return { value, score: 1 };
  return fuzzy ? nearest(key, window.length, index) : undefined;
}

function nearest(key: string, words: number, index: Index): Pick<Found, "value" | "score"> | undefined {
  const allowed = mistakesFor(key.length);
  if (allowed === 0 || /\d/.test(key)) return undefined;
  let best: { value: string; score: number } | undefined;
  for (const phrase of index.fuzzyByWords.get(words) ?? []) {
    if (Math.abs(phrase.key.length - key.length) > allowed) continue;
    const distance = editDistance(key, phrase.key, Math.min(allowed, mistakesFor(phrase.key.length)));
    if (distance === undefined) continue;
    const score = 1 - distance / phrase.key.length;
    if (!best || score > best.score) best = { value: phrase.value, score };
  }
  return best;
}

/** Short words are too close to each other to forgive anything: "cart" is not "card". */
function mistakesFor(length: number): number {
  if (length < 5) return 0;
  return length < 9 ? 1 : 2;
}

function keyOf(tokens: TokenSpan[]): string {
  return tokens.map((token) => token.text).join(" ");
}

function indexOf(definition: Enumeration): Index {
  const known = indexes.get(definition);
  if (known) return known;
  const index: Index = { exact: new Map(), longest: 0, fuzzyByWords: new Map() };
  for (const entry of definition.values) {
    for (const spelling of [entry.value, ...(entry.synonyms ?? [])]) addPhrase(index, spelling, entry.value);
  }
  indexes.set(definition, index);
  return index;
}

function addPhrase(index: Index, spelling: string, value: string): void {
  const tokens = tokenSpans(spelling);
  const key = keyOf(tokens);
  if (tokens.length === 0 || index.exact.has(key)) return;
  index.exact.set(key, value);
  index.longest = Math.max(index.longest, tokens.length);
  // Scripts of one token per character have no letters to mistype inside a token.
  if (tokens.some((token) => standsAlone(token.text)) || mistakesFor(key.length) === 0) return;
  const phrases = index.fuzzyByWords.get(tokens.length) ?? [];
  phrases.push({ key, value, words: tokens.length });
  index.fuzzyByWords.set(tokens.length, phrases);
}
