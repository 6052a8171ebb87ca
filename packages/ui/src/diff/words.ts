import { diffSequences } from "./sequence.ts";
import type { Edit } from "./sequence.ts";

const word = /\p{L}[\p{L}\p{N}_'’-]*|\p{N}+/gu;

/** Text by words and the space between them; neighbours of one kind are joined. */
export function diffWords(before: string, after: string): Edit<string>[] {
  const joined: Edit<string>[] = [];
  for (const edit of diffSequences(tokens(before), tokens(after))) {
    const last = joined.at(-1);
    if (last?.kind === edit.kind) last.item += edit.item;
    else joined.push({ ...edit });
  }
  return joined;
}

/**
 * Most words of the shorter text are gone from the other. A single word between two changes does not count as
 * kept: any two texts share an "and".
 */
export function isRewritten(edits: readonly Edit<string>[]): boolean {
  const count = { same: 0, added: 0, removed: 0 };
  let kept = 0;
  edits.forEach(({ kind, item }, index) => {
    const words = item.match(word)?.length ?? 0;
    count[kind] += words;
    const isEdge = index === 0 || index === edits.length - 1;
    if (kind === "same" && (isEdge || words > 1)) kept += words;
  });
  if (count.added === 0 || count.removed === 0) return false;
  return kept * 2 < count.same + Math.min(count.added, count.removed);
}

function tokens(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{N}_'’-]*|\p{N}+|\s+|[^\s\p{L}\p{N}]/gu) ?? [];
}
