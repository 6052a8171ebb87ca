import { diffSequences } from "./sequence.ts";
import type { Edit } from "./sequence.ts";

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

function tokens(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{N}_'’-]*|\p{N}+|\s+|[^\s\p{L}\p{N}]/gu) ?? [];
}
