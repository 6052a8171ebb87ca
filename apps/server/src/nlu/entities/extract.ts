// All entities of an utterance.
import { tokenSpans, type TokenSpan } from "../text/tokens.ts";
import type { EntityDefinition } from "../types.ts";
import { findBuiltIn } from "./builtin.ts";
import { findEnumeration } from "./enumeration.ts";
import { settleOverlaps, type EntityMatch, type ExtractOptions, type Found } from "./match.ts";
import { findRegex } from "./regex/find.ts";
import { roleOf } from "./roles.ts";

/** Entities are looked for in this many first characters: a message is not a book. */
const LONGEST_TEXT = 2_000;

export function extractEntities(
  text: string,
  definitions: readonly EntityDefinition[],
  options: ExtractOptions,
): EntityMatch[] {
  const searched = text.slice(0, LONGEST_TEXT);
  const tokens = tokenSpans(searched);
  const matches = definitions.flatMap((definition) =>
    findOne(searched, tokens, definition, options).map((found): EntityMatch => {
      const role = roleOf(definition, found, tokens);
      return {
        entity: definition.name,
        ...(role === undefined ? {} : { role }),
        kind: definition.type === "builtin" ? definition.kind : definition.type,
        value: found.value,
        text: searched.slice(found.start, found.end),
        start: found.start,
        end: found.end,
        score: found.score,
      };
    }),
  );
  return settleOverlaps(matches);
}

function findOne(
  text: string,
  tokens: TokenSpan[],
  definition: EntityDefinition,
  options: ExtractOptions,
): Found[] {
  if (definition.type === "enumeration") return findEnumeration(tokens, definition);
  if (definition.type === "regex") return findRegex(text, definition);
  return findBuiltIn(text, tokens, definition.kind, options);
}
