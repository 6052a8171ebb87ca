// Stands in for scripts, web services, the language model and people while a flow is tested.
import type { Effect, FlowEvent, Json } from "@parley/flow";

/** What a tester is offered to begin with. */
export function firstAnswer(effect: Effect): string {
  switch (effect.type) {
    case "httpRequest":
      return '{ "status": 200, "body": {} }';
    case "llmTask":
      return "This is where the language model would answer.";
    case "knowledgeAnswer":
      return '{ "text": "This is where the answer from the files would be.", "sources": [] }';
    case "runScript":
      return "{}";
    default:
      return "";
  }
}

/** Text that reads as JSON is taken as JSON, everything else as it stands. */
export function readAnswer(text: string): Json {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  try {
    const value: Json = JSON.parse(trimmed);
    return value;
  } catch {
    return text;
  }
}

export function simulatedAnswer(effect: Effect, text: string): FlowEvent {
  if (effect.type === "timer") return { type: "timer", effectId: effect.id };
  return { type: "effectResult", effectId: effect.id, ok: true, value: readAnswer(text) };
}
