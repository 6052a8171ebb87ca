// Turns an utterance into hashed word and character n-grams. Hashes (32 bit) stand in
// for strings so that a model holds no vocabulary text and prediction allocates little.
import { normalise } from "./normalise.ts";
import { stem } from "./stem.ts";
import { standsAlone, tokenise } from "./tokens.ts";

export type FeatureSettings = {
  /** Longest run of words that forms a feature. */
  wordGrams: number;
  charMin: number;
  charMax: number;
  /** Words count by their English stems; characters stay as they are written. */
  stems?: boolean;
};

const WORD_BLOCK = 0;
const CHAR_BLOCK = 1;

/** A growing list of (hash, block), and for explanations the words that made each. */
export type FeatureList = {
  length: number;
  hashes: Uint32Array;
  blocks: Uint8Array;
  /** Filled only when asked for: the explanation of a prediction needs it. */
  texts: string[] | undefined;
};

export function emptyFeatureList(withTexts: boolean): FeatureList {
  return {
    length: 0,
    hashes: new Uint32Array(512),
    blocks: new Uint8Array(512),
    texts: withTexts ? [] : undefined,
  };
}

function push(list: FeatureList, hash: number, block: number): void {
  if (list.length === list.hashes.length) {
    const hashes = new Uint32Array(list.length * 2);
    hashes.set(list.hashes);
    const blocks = new Uint8Array(list.length * 2);
    blocks.set(list.blocks);
    list.hashes = hashes;
    list.blocks = blocks;
  }
  list.hashes[list.length] = hash;
  list.blocks[list.length] = block;
  list.length += 1;
}

function hashString(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** Spreads the bits: the table of a model indexes by the low ones. Zero marks an empty slot. */
function finish(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  h ^= h >>> 16;
  return h === 0 ? 1 : h >>> 0;
}

const UNIGRAM_SEED = 0x811c9dc5;
const CHAR_SEED = 0x1b873593;

/** The list is cleared and refilled, so that callers can keep one for many utterances. */
export function extractFeatures(text: string, settings: FeatureSettings, list: FeatureList): void {
  list.length = 0;
  if (list.texts) list.texts.length = 0;
  const tokens = tokenise(normalise(text));
  const wordHashes = tokens.map((token) =>
    hashString(settings.stems === true ? stem(token) : token, UNIGRAM_SEED),
  );
  pushWords(tokens, wordHashes, settings, list);
  pushCharacters(tokens, settings, list);
}

function pushWords(tokens: string[], hashes: number[], settings: FeatureSettings, list: FeatureList): void {
  for (let i = 0; i < tokens.length; i += 1) {
    let hash = 0;
    for (let n = 0; n < settings.wordGrams && i + n < tokens.length; n += 1) {
      hash = Math.imul(hash, 0x9e3779b1) ^ (hashes[i + n] ?? 0);
      push(list, finish(hash), WORD_BLOCK);
      list.texts?.push(tokens.slice(i, i + n + 1).join(" "));
    }
  }
}

function pushCharacters(tokens: string[], settings: FeatureSettings, list: FeatureList): void {
  if (settings.charMax === 0) return;
  let i = 0;
  while (i < tokens.length) {
    const first = tokens[i] ?? "";
    let word = first;
    i += 1;
    if (standsAlone(first)) {
      while (i < tokens.length && standsAlone(tokens[i] ?? "")) {
        word += tokens[i];
        i += 1;
      }
    }
    pushCharacterGrams(word, settings, list);
  }
}

function pushCharacterGrams(word: string, settings: FeatureSettings, list: FeatureList): void {
  const padded = ` ${word} `;
  for (let start = 0; start < padded.length; start += 1) {
    let hash = CHAR_SEED;
    const end = Math.min(padded.length, start + settings.charMax);
    for (let at = start; at < end; at += 1) {
      hash = Math.imul(hash ^ padded.charCodeAt(at), 0x01000193);
      const size = at - start + 1;
      if (size >= settings.charMin) {
        push(list, finish(hash + size), CHAR_BLOCK);
        list.texts?.push(word);
      }
    }
  }
}
