// What is wrong with entity definitions, in sentences for their author.
import type { EntityDefinition } from "../types.ts";
import { compileRegex } from "./regex/find.ts";
import { RegexError } from "./regex/parse.ts";

export type EntityProblem = { entity: string; code: string; message: string };

const mostEnumerationPhrases = 20_000;

export function checkEntities(definitions: readonly EntityDefinition[]): EntityProblem[] {
  const names = new Set<string>();
  return definitions.flatMap((definition) => {
    const problems: EntityProblem[] = [];
    const add = (code: string, message: string) => problems.push({ entity: definition.name, code, message });
    if (definition.name.trim() === "") add("entity-name-missing", "An entity has no name.");
    if (names.has(definition.name)) add("entity-name-twice", `Two entities are called “${definition.name}”.`);
    names.add(definition.name);
    if (definition.type === "regex") checkPattern(definition.pattern, definition.ignoreCase ?? true, add);
    if (definition.type === "enumeration") checkValues(definition, add);
    return problems;
  });
}

type Add = (code: string, message: string) => void;

function checkPattern(pattern: string, ignoreCase: boolean, add: Add): void {
  try {
    compileRegex(pattern, ignoreCase);
  } catch (error) {
    if (!(error instanceof RegexError)) throw error;
    add("entity-pattern", error.message);
  }
}

function checkValues(definition: Extract<EntityDefinition, { type: "enumeration" }>, add: Add): void {
  if (definition.values.length === 0)
    add("entity-values-missing", `The entity “${definition.name}” has no values.`);
  const phrases = definition.values.reduce((sum, entry) => sum + 1 + (entry.synonyms?.length ?? 0), 0);
  if (phrases > mostEnumerationPhrases) {
    add(
      "entity-values-many",
      `The entity “${definition.name}” has ${phrases} values and synonyms; at most ${mostEnumerationPhrases} work.`,
    );
  }
  const owner = new Map<string, string>();
  for (const entry of definition.values) {
    for (const spelling of [entry.value, ...(entry.synonyms ?? [])]) {
      const key = spelling.trim().toLowerCase();
      const other = owner.get(key);
      if (key === "")
        add("entity-value-empty", `The entity “${definition.name}” has an empty value or synonym.`);
      else if (other !== undefined && other !== entry.value) {
        add("entity-synonym-twice", `“${spelling}” stands for both “${other}” and “${entry.value}”.`);
      }
      owner.set(key, other ?? entry.value);
    }
  }
}
