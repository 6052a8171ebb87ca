// Intents as CSV (RFC 4180) with the columns intent and utterance.
import { csvLine, unguarded } from "#platform/csv.ts";
import type { Intent } from "../types.ts";
import { readAnnotations } from "./annotations.ts";
import { importCollector, type ImportedIntents } from "./imported.ts";

const utteranceNames = ["utterance", "text", "example", "phrase"];

export function intentsFromCsv(source: string): ImportedIntents {
  const collector = importCollector();
  const { records, problem } = readRecords(source.replace(/^\ufeff/, ""));
  if (problem) collector.addProblem(problem.line, problem.message);
  const [header, ...rows] = records;
  const names = header?.fields.map((field) => field.trim().toLowerCase()) ?? [];
  const intentAt = names.indexOf("intent");
  const utteranceAt = names.findIndex((name) => utteranceNames.includes(name));
  if (intentAt < 0 || utteranceAt < 0) {
    collector.addProblem(1, "The first line must name the columns “intent” and “utterance”.");
    return collector.finish();
  }
  for (const { fields, line } of rows) {
    if (fields.every((field) => field.trim() === "")) continue;
    const intent = unguarded(fields[intentAt]?.trim() ?? "").trim();
    const written = unguarded(fields[utteranceAt]?.trim() ?? "").trim();
    if (intent === "" || written === "") {
      collector.addProblem(line, `The ${intent === "" ? "intent" : "utterance"} is missing.`);
      continue;
    }
    collector.addUtterance(intent, readAnnotations(written, line, collector), line);
  }
  return collector.finish();
}

export function intentsToCsv(intents: readonly Intent[]): string {
  const lines = intents.flatMap((intent) =>
    intent.utterances.map((utterance) => csvLine([intent.name, utterance])),
  );
  return [csvLine(["intent", "utterance"]), ...lines].join("");
}

type CsvRecord = { fields: string[]; line: number };

function readRecords(source: string): { records: CsvRecord[]; problem?: { line: number; message: string } } {
  const records: CsvRecord[] = [];
  let at = 0;
  let line = 1;
  while (at < source.length) {
    const record: CsvRecord = { fields: [], line };
    for (;;) {
      const field = readField();
      if (field === undefined)
        return { records, problem: { line: record.line, message: "A quotation mark is never closed." } };
      record.fields.push(field);
      if (source[at] !== ",") break;
      at += 1;
    }
    records.push(record);
    if (at < source.length && source[at] !== "\r" && source[at] !== "\n") {
      return {
        records,
        problem: {
          line,
          message:
            'There is text after a closing quotation mark. Write “""” for a quotation mark inside a field.',
        },
      };
    }
    if (source[at] === "\r") at += 1;
    if (source[at] === "\n") at += 1;
    line += 1;
  }
  return { records };

  function readField(): string | undefined {
    if (source[at] !== '"') {
      const begin = at;
      while (at < source.length && source[at] !== "," && source[at] !== "\n" && source[at] !== "\r") at += 1;
      return source.slice(begin, at);
    }
    const parts: string[] = [];
    at += 1;
    for (;;) {
      const end = source.indexOf('"', at);
      if (end < 0) return undefined;
      const part = source.slice(at, end);
      line += part.split("\n").length - 1;
      parts.push(part);
      at = end + 1;
      if (source[at] !== '"') return parts.join('"');
      at += 1;
    }
  }
}
