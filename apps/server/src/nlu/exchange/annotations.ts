// Entity annotations inside an utterance, as Rasa writes them:
// [Rome](city), [NYC](city:New York) and [NYC]{"entity": "city", "value": "New York"}.
import type { ImportCollector } from "./imported.ts";

const annotation = /\[([^\][]{1,200})\](?:\(([^()]{1,200})\)|\{([^{}]{1,500})\})/g;

/** The utterance without its annotations; the annotated words become values of their entity. */
export function readAnnotations(written: string, line: number, collector: ImportCollector): string {
  return written.replaceAll(
    annotation,
    (whole, words: string, name: string | undefined, json: string | undefined) => {
      const read = json === undefined ? fromName(name ?? "") : fromJson(json);
      if (!read) {
        collector.addProblem(line, `The annotation “${whole}” names no entity.`);
        return words;
      }
      collector.addValue(read.entity, read.value ?? words, words);
      return words;
    },
  );
}

type Annotation = { entity: string; value?: string };

function fromName(name: string): Annotation | undefined {
  const colon = name.indexOf(":");
  const entity = (colon < 0 ? name : name.slice(0, colon)).trim();
  if (entity === "") return undefined;
  return colon < 0 ? { entity } : { entity, value: name.slice(colon + 1).trim() };
}

function fromJson(json: string): Annotation | undefined {
  let read: unknown;
  try {
    read = JSON.parse(`{${json}}`);
  } catch {
    return undefined;
  }
  if (
    typeof read !== "object" ||
    read === null ||
    !("entity" in read) ||
    typeof read.entity !== "string" ||
    read.entity === ""
  )
    return undefined;
  const { entity } = read;
  return "value" in read && typeof read.value === "string" ? { entity, value: read.value } : { entity };
}
