// Bold words as the visitor saw them, also where a search match or the edge of an excerpt cuts through them.
import type { TextPieces } from "@parley/bot-data/history";

export interface BoldPiece {
  readonly text: string;
  readonly isMatch: boolean;
  readonly isBold: boolean;
}

const bold = /\*\*([^*\n]+)\*\*/gu;
const cut = "…";

export function boldPieces(pieces: TextPieces): BoldPiece[] {
  const whole = pieces.map((piece) => piece.text).join("");
  const isCutBefore = pieces.length > 1 && pieces[0]?.text === cut;
  const isCutAfter = pieces.length > 1 && pieces.at(-1)?.text === cut;
  const spans = boldSpans(whole, isCutBefore, isCutAfter);
  let from = 0;
  return pieces.flatMap(({ text, isMatch }) => {
    const start = from;
    from += text.length;
    return cutAt(start, from, spans).map(({ isBold, at: [begin, end] }) => ({
      text: whole.slice(begin, end),
      isMatch,
      isBold,
    }));
  });
}

/** Where the bold words are, and with the stars around them. */
interface Span {
  readonly outer: readonly [number, number];
  readonly inner: readonly [number, number];
}

function boldSpans(text: string, isCutBefore: boolean, isCutAfter: boolean): Span[] {
  const stars = [...text.matchAll(/\*\*/gu)].map((match) => match.index);
  const isOdd = stars.length % 2 === 1;
  const [first, last] = [stars[0], stars.at(-1)];
  if (isOdd && isCutBefore && first !== undefined) {
    const rest = boldSpans(text.slice(first + 2), false, isCutAfter).map((span) => shifted(span, first + 2));
    return [{ outer: [cut.length, first + 2], inner: [cut.length, first] }, ...rest];
  }
  if (isOdd && isCutAfter && last !== undefined) {
    const end = text.length - cut.length;
    return [...boldSpans(text.slice(0, last), false, false), { outer: [last, end], inner: [last + 2, end] }];
  }
  return [...text.matchAll(bold)].map(({ index, 0: whole }) => ({
    outer: [index, index + whole.length],
    inner: [index + 2, index + whole.length - 2],
  }));
}

const shifted = ({ outer, inner }: Span, by: number): Span => ({
  outer: [outer[0] + by, outer[1] + by],
  inner: [inner[0] + by, inner[1] + by],
});

function cutAt(start: number, end: number, spans: readonly Span[]) {
  const parts: { at: [number, number]; isBold: boolean }[] = [];
  const add = (from: number, to: number, isBold: boolean) => {
    const at: [number, number] = [Math.max(from, start), Math.min(to, end)];
    if (at[1] > at[0]) parts.push({ at, isBold });
  };
  let from = start;
  for (const { outer, inner } of spans) {
    add(from, outer[0], false);
    add(inner[0], inner[1], true);
    from = Math.max(from, outer[1]);
  }
  add(from, end, false);
  return parts;
}
