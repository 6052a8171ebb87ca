// The words of a question, how rare each is in the files at hand, and what a misspelt one was meant to be.
import type { WordIndex } from "./word-index.ts";

export interface Term {
  readonly lexeme: string;
  /** Chunks that hold it. */
  readonly chunks: number;
  /** Rare words say more about what is asked than common ones. */
  readonly weight: number;
}

const mostTerms = 16;
const mostCorrected = 6;
const likeness = 0.45;

/** Rarest first. */
export function termsOf(
  indexes: readonly WordIndex[],
  chunkCount: number,
  lexemes: readonly string[],
): Term[] {
  const known = lexemes.filter((lexeme) => chunksWith(indexes, lexeme) > 0);
  const corrected = lexemes
    .filter((lexeme) => lexeme.length >= 4 && !known.includes(lexeme))
    .slice(0, mostCorrected)
    .flatMap((lexeme) => closestWord(indexes, lexeme) ?? []);
  return [...new Set([...known, ...corrected])]
    .map((lexeme) => {
      const chunks = chunksWith(indexes, lexeme);
      return { lexeme, chunks, weight: Math.log(1 + (chunkCount - chunks + 0.5) / (chunks + 0.5)) };
    })
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostTerms);
}

function chunksWith(indexes: readonly WordIndex[], lexeme: string): number {
  return indexes.reduce((sum, index) => sum + (index.places.get(lexeme)?.length ?? 0), 0);
}

/** The closest word of the files, with the same first letter. */
function closestWord(indexes: readonly WordIndex[], asked: string): string | undefined {
  const seen = new Set<string>();
  const wanted = trigrams(asked);
  let best: { word: string; score: number } | undefined;
  for (const index of indexes) {
    for (const word of index.byInitial.get(asked.charAt(0)) ?? []) {
      if (Math.abs(word.length - asked.length) > 2 || seen.has(word)) continue;
      seen.add(word);
      const score = similarity(wanted, trigrams(word));
      if (score <= likeness) continue;
      if (!best || score > best.score || (score === best.score && word < best.word)) best = { word, score };
    }
  }
  return best?.word;
}

/** As pg_trgm counts them: two spaces before the word, one behind. */
function trigrams(word: string): Set<string> {
  const padded = `  ${word} `;
  const found = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3));
  return found;
}

function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const piece of one) if (other.has(piece)) shared += 1;
  return shared / (one.size + other.size - shared);
}
