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

export type TextPart =
  | { readonly kind: "words"; readonly edits: readonly Edit<string>[] }
  | { readonly kind: "rewritten"; readonly before: string; readonly after: string };

/** By word where words were changed; what was written anew, a paragraph or all of it, as two wholes. */
export function diffText(before: string, after: string): TextPart[] {
  if (isRewritten(diffWords(before, after))) return [{ kind: "rewritten", before, after }];
  const parts: TextPart[] = [];
  const add = (part: TextPart) => {
    const last = parts.at(-1);
    if (last?.kind === "words" && part.kind === "words")
      parts[parts.length - 1] = { kind: "words", edits: [...last.edits, ...part.edits] };
    else parts.push(part);
  };
  for (const { removed, added } of changedParagraphs(before, after)) {
    const edits = diffWords(removed, added);
    add(isRewritten(edits) ? { kind: "rewritten", before: removed, after: added } : { kind: "words", edits });
  }
  return parts;
}

/** Paragraphs that stayed stand on both sides; changed ones beside those that took their place. */
function changedParagraphs(before: string, after: string): { removed: string; added: string }[] {
  const pairs: { removed: string[]; added: string[]; isSame: boolean }[] = [];
  for (const { kind, item } of diffSequences(paragraphs(before), paragraphs(after))) {
    const isSame = kind === "same";
    let last = pairs.at(-1);
    if (last?.isSame !== isSame) pairs.push((last = { removed: [], added: [], isSame }));
    if (kind !== "added") last?.removed.push(item);
    if (kind !== "removed") last?.added.push(item);
  }
  return pairs.flatMap(({ removed, added }) =>
    removed.length === added.length
      ? removed.map((text, index) => ({ removed: text, added: added[index] ?? "" }))
      : [{ removed: removed.join(""), added: added.join("") }],
  );
}

function paragraphs(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/u);
}

function tokens(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{N}_'’-]*|\p{N}+|\s+|[^\s\p{L}\p{N}]/gu) ?? [];
}
