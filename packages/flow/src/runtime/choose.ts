// Which of several offered things did the visitor mean?
import { isList, textAt } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { VisitorEvent } from "./events.ts";

/** By id when a button was pressed; otherwise by label, value, synonym, number in the list or intent. */
export function chosen(
  items: readonly JsonObject[],
  event: VisitorEvent,
  nluThreshold: number,
): JsonObject | undefined {
  if (event.type === "choice") return items.find((item) => textAt(item, "id") === event.choiceId);
  if (event.type !== "text") return undefined;
  const said = normal(event.text);
  return (
    items.find((item) => namesOf(item).includes(said)) ??
    (/^\d{1,2}$/.test(said) ? items[Number(said) - 1] : undefined) ??
    items.find((item) => isMeant(item, event, nluThreshold))
  );
}

function isMeant(
  item: JsonObject,
  event: Extract<VisitorEvent, { type: "text" }>,
  threshold: number,
): boolean {
  const intent = textAt(item, "intent");
  return intent !== "" && event.nlu?.intent === intent && event.nlu.score >= threshold;
}

function namesOf(item: JsonObject): readonly string[] {
  const synonyms = item["synonyms"];
  const words = isList(synonyms) ? synonyms.filter((word) => typeof word === "string") : [];
  return [textAt(item, "label"), textAt(item, "value"), ...words].map(normal).filter((word) => word !== "");
}

function normal(text: string): string {
  return text
    .slice(0, 500)
    .toLowerCase()
    .replace(/[.!?\s]+/g, " ")
    .trim();
}
