// Where a flow names intents: entries, routes, choices, and conditions on the last intent.
import type { Flow } from "./flow.ts";
import { nodeTitle } from "./flow-node.ts";
import type { FlowNode } from "./flow-node.ts";
import { objectsAt, textAt } from "./json.ts";
import { inspections } from "./validation/inspect-node.ts";

export interface IntentReference {
  readonly intent: string;
  readonly nodeId: string;
  readonly nodeTitle: string;
  /** The place inside the node: "intent" or "nodeInput.choices.0.intent". */
  readonly field: string;
}

export function intentReferences(flow: Flow): IntentReference[] {
  const inspected = inspections(flow);
  return flow.nodes.flatMap((node, at) => {
    const named = (inspected[at]?.references ?? [])
      .filter((reference) => reference.kind === "intent")
      .map(({ name, field }) => ({ intent: name, field }));
    return [...named, ...comparedIntents(node)].map((reference) => ({
      ...reference,
      nodeId: node.id,
      nodeTitle: nodeTitle(node),
    }));
  });
}

function comparedIntents(node: FlowNode): { intent: string; field: string }[] {
  return objectsAt(node.parameterInput, "conditions").flatMap((condition, i) =>
    textAt(condition, "variable") === "last.intent" && textAt(condition, "value") !== ""
      ? [{ intent: textAt(condition, "value"), field: `parameterInput.conditions.${i}.value` }]
      : [],
  );
}

/** A node, as it was stored, with another intent in these of its fields; everything else stays as it is. */
export function withIntentAt(node: unknown, fields: readonly string[], intent: string): unknown {
  return fields.reduce<unknown>((now, field) => put(now, field.split("."), intent), node);
}

function put(value: unknown, path: readonly string[], text: string): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return text;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === Number(part) ? put(item, rest, text) : item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      key,
      key === part ? put(item, rest, text) : item,
    ]),
  );
}
