// What an import of intents gives: everything that could be read, and what could not, by line.
import type { EntityDefinition, EnumerationValue, Intent } from "../types.ts";

export type ImportProblem = { line: number; severity: "error" | "warning"; message: string };

export type ImportedIntents = {
  intents: Intent[];
  /** Entities met on the way: annotated words, synonyms, look-up lists and patterns. */
  entities: EntityDefinition[];
  problems: ImportProblem[];
};

/** Collects utterances by intent and entity words by entity, in the order they come. */
export function importCollector() {
  const intents = new Map<string, Set<string>>();
  const values = new Map<string, Map<string, Set<string>>>();
  const patterns = new Map<string, string>();
  const problems: ImportProblem[] = [];
  return {
    addIntent(name: string): void {
      if (!intents.has(name)) intents.set(name, new Set());
    },
    addUtterance(intent: string, utterance: string, line: number): void {
      const known = intents.get(intent) ?? new Set();
      if (known.has(utterance)) {
        problems.push({
          line,
          severity: "warning",
          message: `“${utterance}” is there twice in “${intent}”; it was read once.`,
        });
      }
      known.add(utterance);
      intents.set(intent, known);
    },
    addValue(entity: string, value: string, synonym?: string): void {
      const known = values.get(entity) ?? new Map<string, Set<string>>();
      const synonyms = known.get(value) ?? new Set();
      if (synonym !== undefined && synonym !== value) synonyms.add(synonym);
      known.set(value, synonyms);
      values.set(entity, known);
    },
    /** Synonyms in Rasa belong to a value of any entity that has it. */
    addSynonym(value: string, synonym: string): boolean {
      const owners = [...values.values()].filter((known) => known.has(value));
      for (const known of owners) known.get(value)?.add(synonym);
      return owners.length > 0;
    },
    addPattern(entity: string, pattern: string): void {
      const known = patterns.get(entity);
      patterns.set(entity, known === undefined ? pattern : `${known}|${pattern}`);
    },
    addProblem(line: number, message: string, severity: ImportProblem["severity"] = "error"): void {
      problems.push({ line, severity, message });
    },
    finish(): ImportedIntents {
      return {
        intents: Array.from(intents, ([name, utterances]) => ({ name, utterances: [...utterances] })),
        entities: [
          ...Array.from(values, ([name, known]): EntityDefinition => ({
            name,
            type: "enumeration",
            values: toValues(known),
          })),
          ...Array.from(patterns, ([name, pattern]): EntityDefinition => ({ name, type: "regex", pattern })),
        ],
        problems: problems.sort((a, b) => a.line - b.line),
      };
    },
  };
}

export type ImportCollector = ReturnType<typeof importCollector>;

function toValues(known: Map<string, Set<string>>): EnumerationValue[] {
  return Array.from(known, ([value, synonyms]) =>
    synonyms.size > 0 ? { value, synonyms: [...synonyms] } : { value },
  );
}
