// Stands in for scripts, web services, the language model and people while a flow is tested.
import type { Effect, FlowEvent, Json } from "@parley/flow";
import type { Say } from "../store/edit-name.ts";

/** What a tester is offered to begin with. */
export function firstAnswer(effect: Effect, say: Say): string {
  switch (effect.type) {
    case "httpRequest":
      return '{ "status": 200, "body": {} }';
    case "llmTask":
      return say("chat.answerOfModel");
    case "knowledgeAnswer":
      return JSON.stringify({ text: say("chat.answerFromFiles"), sources: [] }, null, 1);
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
