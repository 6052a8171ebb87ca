// Tells two finds of the same entity apart by the words around them: "from Rome to Oslo".
import { tokenSpans, type TokenSpan } from "../text/tokens.ts";
import type { EntityDefinition } from "../types.ts";
import type { Found } from "./match.ts";

type Place = Pick<Found, "start" | "end">;

/** The role with the longest cue beside the find; the earlier role when two are equally long. */
export function roleOf(definition: EntityDefinition, found: Place, tokens: TokenSpan[]): string | undefined {
  let best: string | undefined;
  let longest = 0;
  for (const role of definition.roles ?? []) {
    const length = Math.max(
      ...(role.before ?? []).map((cue) => (stands(cue, tokens, found, "before") ? cue.length : 0)),
      ...(role.after ?? []).map((cue) => (stands(cue, tokens, found, "after") ? cue.length : 0)),
      0,
    );
    if (length > longest) {
      longest = length;
      best = role.name;
    }
  }
  return best;
}

/** Words that may stand between a cue and what it points at: "to the airport", "from my account". */
const SKIPPABLE = 1;

function stands(cue: string, tokens: TokenSpan[], found: Place, side: "before" | "after"): boolean {
  const words = tokenSpans(cue).map((token) => token.text);
  if (words.length === 0) return false;
  const beside =
    side === "before"
      ? tokens.filter((token) => token.end <= found.start)
      : tokens.filter((token) => token.start >= found.end);
  for (let skipped = 0; skipped <= SKIPPABLE; skipped += 1) {
    const from = side === "before" ? beside.length - words.length - skipped : skipped;
    if (from < 0) continue;
    if (words.every((word, i) => beside[from + i]?.text === word)) return true;
  }
  return false;
}
