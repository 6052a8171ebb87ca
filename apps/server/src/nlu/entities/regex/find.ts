// Regular expression entities: compiled once per definition, always matched in linear time.
import type { EntityDefinition } from "../../types.ts";
import type { Found } from "../match.ts";
import { parseRegex, RegexError } from "./parse.ts";
import { compile, search, type Program } from "./program.ts";

type RegexEntity = Extract<EntityDefinition, { type: "regex" }>;

const programs = new WeakMap<RegexEntity, Program | "broken">();

export function compileRegex(pattern: string, ignoreCase: boolean): Program {
  return compile(parseRegex(pattern, ignoreCase));
}

/** A pattern that does not compile finds nothing here; `checkEntities` tells its author. */
export function findRegex(text: string, definition: RegexEntity): Found[] {
  const program = programOf(definition);
  if (program === "broken") return [];
  return search(program, text).map(({ start, end }) => ({
    start,
    end,
    value: text.slice(start, end),
    score: 1,
  }));
}

function programOf(definition: RegexEntity): Program | "broken" {
  const known = programs.get(definition);
  if (known) return known;
  let program: Program | "broken";
  try {
    program = compileRegex(definition.pattern, definition.ignoreCase ?? true);
  } catch (error) {
    if (!(error instanceof RegexError)) throw error;
    program = "broken";
  }
  programs.set(definition, program);
  return program;
}
