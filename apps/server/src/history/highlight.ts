// Marks what was searched for, whatever its accents and case, and cuts long text around the first mark.
import type { TextPieces } from "@parley/bot-data";

const before = 60;
const mostCharacters = 220;

/** The single words of a search as people type it: quotes and minus signs are its grammar, not its words. */
export function searchTerms(search: string): string[] {
  const kept = search.replaceAll(/(^|\s)-("[^"]*"|\S+)/g, " ");
  const words = fold(kept).text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word !== "or"))];
}

export function piecesOf(text: string, terms: readonly string[], isWhole = false): TextPieces {
  const spans = matchesIn(text, terms);
  const first = spans[0]?.[0] ?? 0;
  const from = isWhole || first <= before ? 0 : wordAfter(text, first - before, first);
  const to = isWhole ? text.length : Math.min(text.length, from + mostCharacters);
  const pieces: TextPieces = [];
  const add = (start: number, end: number, isMatch: boolean) => {
    if (end > start) pieces.push({ text: text.slice(start, end), isMatch });
  };
  if (from > 0) pieces.push({ text: "…", isMatch: false });
  let at = from;
  for (const [start, end] of spans) {
    if (start < at || start >= to) continue;
    add(at, start, false);
    add(start, Math.min(end, to), true);
    at = Math.min(end, to);
  }
  add(at, to, false);
  if (to < text.length) pieces.push({ text: "…", isMatch: false });
  return pieces;
}

/** An excerpt begins with a whole word, where there is one before the match. */
function wordAfter(text: string, from: number, match: number): number {
  const space = text.slice(from, match).search(/\s/u);
  return space < 0 ? from : from + space + 1;
}

function matchesIn(text: string, terms: readonly string[]): [number, number][] {
  const folded = fold(text);
  const spans: [number, number][] = [];
  for (const term of terms) {
    let at = folded.text.indexOf(term);
    while (at >= 0 && spans.length < 200) {
      const start = folded.places[at];
      const end = folded.places[at + term.length] ?? text.length;
      if (start !== undefined) spans.push([start, end]);
      at = folded.text.indexOf(term, at + term.length);
    }
  }
  return spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]);
}

/** Lower case without accents, and where each letter of it stands in the original. */
function fold(text: string): { text: string; places: number[] } {
  let folded = "";
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = letter.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
    for (let index = 0; index < plain.length; index += 1) places.push(at);
    folded += plain;
    at += letter.length;
  }
  return { text: folded, places };
}
