// Intents as Rasa's training file. Only the shape that Rasa writes is read, not all of YAML:
//
//   nlu:
//   - intent: greet
//     examples: |
//       - hello
import type { EntityDefinition, Intent } from "../types.ts";
import { readAnnotations } from "./annotations.ts";
import { importCollector, type ImportCollector, type ImportedIntents } from "./imported.ts";

type Line = { number: number; indent: number; text: string };

type Item = { kind: string; name: string; line: number };

const itemKinds = ["intent", "synonym", "regex", "lookup"];

export function intentsFromRasaYaml(source: string): ImportedIntents {
  const collector = importCollector();
  const lines = readLines(source, collector);
  // Synonyms name values that may come later in the file.
  const synonyms: { value: string; synonym: string; line: number }[] = [];
  let section = "";
  let item: Item | undefined;
  let at = 0;
  let sawNlu = false;
  while (at < lines.length) {
    const line = lines[at]!;
    at += 1;
    if (line.indent === 0 && !line.text.startsWith("-")) {
      section = readSection(line, collector);
      sawNlu ||= section === "nlu";
      item = undefined;
    } else if (section === "nlu" && line.text.startsWith("-")) {
      item = readItem(line, collector);
    } else if (section === "nlu" && item && /^examples\s*:/.test(line.text)) {
      at = readExamples(lines, at, line, item);
    } else if (section === "nlu") {
      collector.addProblem(line.number, `“${shorten(line.text)}” is not expected here.`);
    }
  }
  if (!sawNlu) collector.addProblem(1, "There is no “nlu:” section.");
  for (const { value, synonym, line } of synonyms) {
    if (!collector.addSynonym(value, synonym)) {
      collector.addProblem(
        line,
        `No entity has the value “${value}”, so its synonym “${synonym}” was left out.`,
        "warning",
      );
    }
  }
  return collector.finish();

  function readExamples(all: Line[], from: number, header: Line, owner: Item): number {
    if (!/^examples\s*:\s*[|>][-+]?\s*$/.test(header.text)) {
      collector.addProblem(header.number, "Write “examples: |” and one “- phrase” per line below it.");
    }
    let next = from;
    while (next < all.length && all[next]!.indent > header.indent) {
      const { text, number } = all[next]!;
      const phrase = /^-\s+(.*)$/s.exec(text)?.[1]?.trim() ?? "";
      if (phrase === "")
        collector.addProblem(number, `Each example begins with “- ”; “${shorten(text)}” does not.`);
      else addExample(owner, phrase, number);
      next += 1;
    }
    return next;
  }

  function addExample(owner: Item, phrase: string, line: number): void {
    if (owner.kind === "intent")
      collector.addUtterance(owner.name, readAnnotations(phrase, line, collector), line);
    else if (owner.kind === "synonym") synonyms.push({ value: owner.name, synonym: phrase, line });
    else if (owner.kind === "lookup") collector.addValue(owner.name, phrase);
    else if (owner.kind === "regex") collector.addPattern(owner.name, phrase);
  }
}

function readLines(source: string, collector: ImportCollector): Line[] {
  const lines: Line[] = [];
  source
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)
    .forEach((written, i) => {
      const text = written.trim();
      const lead = /^[ \t]*/.exec(written)?.[0] ?? "";
      if (lead.includes("\t")) collector.addProblem(i + 1, "Indent with spaces: YAML does not allow tabs.");
      if (text !== "" && !text.startsWith("#") && text !== "---")
        lines.push({ number: i + 1, indent: lead.length, text });
    });
  return lines;
}

function readSection(line: Line, collector: ImportCollector): string {
  const name = /^([A-Za-z_]+)\s*:/.exec(line.text)?.[1];
  if (name === undefined) {
    collector.addProblem(
      line.number,
      `“${shorten(line.text)}” is not expected here; a section such as “nlu:” is.`,
    );
    return "";
  }
  if (name === "nlu" && !/:\s*(#.*)?$/.test(line.text)) {
    collector.addProblem(
      line.number,
      "Leave the line of “nlu:” empty and write each intent on lines below it.",
    );
  }
  if (name !== "nlu" && name !== "version") {
    collector.addProblem(
      line.number,
      `The section “${name}” is no training data and was left out.`,
      "warning",
    );
  }
  return name;
}

function readItem(line: Line, collector: ImportCollector): Item | undefined {
  const parts = /^-\s+([A-Za-z_]+)\s*:\s*(.*)$/s.exec(line.text);
  const kind = parts?.[1] ?? "";
  const name = unquote(parts?.[2] ?? "");
  if (!itemKinds.includes(kind)) {
    collector.addProblem(line.number, `“${shorten(line.text)}” is not expected here; “- intent: name” is.`);
    return undefined;
  }
  if (name === "") {
    collector.addProblem(line.number, `The ${kind} has no name.`);
    return undefined;
  }
  if (kind === "intent") collector.addIntent(name);
  return { kind, name, line: line.number };
}

function unquote(text: string): string {
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')\s*(?:#.*)?$/.exec(text);
  if (quoted?.[1] !== undefined) return quoted[1].replace(/\\(.)/g, "$1");
  if (quoted?.[2] !== undefined) return quoted[2].replaceAll("''", "'");
  return text.replace(/\s+#.*$/, "").trim();
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : text;
}

/** Built-in entities have no place in the file: Rasa finds them by components of its own. */
export function intentsToRasaYaml(
  intents: readonly Intent[],
  entities: readonly EntityDefinition[] = [],
): string {
  const blocks = [
    ...intents.map((intent) => block("intent", intent.name, intent.utterances)),
    ...entities.flatMap((entity) => {
      if (entity.type === "regex") return [block("regex", entity.name, [entity.pattern])];
      if (entity.type === "builtin") return [];
      const lookup = block(
        "lookup",
        entity.name,
        entity.values.map((entry) => entry.value),
      );
      const synonyms = entity.values.filter((entry) => (entry.synonyms?.length ?? 0) > 0);
      return [lookup, ...synonyms.map((entry) => block("synonym", entry.value, entry.synonyms ?? []))];
    }),
  ];
  return `version: "3.1"\n\nnlu:\n${blocks.join("\n")}`;
}

function block(kind: string, name: string, examples: readonly string[]): string {
  const lines = examples.map((example) => `    - ${example.replace(/\s*[\r\n]+\s*/g, " ").trim()}\n`);
  return `- ${kind}: ${quoteName(name)}\n  examples: |\n${lines.join("")}`;
}

function quoteName(name: string): string {
  return /^[\p{L}\p{N}_/][\p{L}\p{N}_/ .-]*$/u.test(name) && !/\s$/.test(name)
    ? name
    : `"${name.replace(/["\\]/g, "\\$&")}"`;
}
