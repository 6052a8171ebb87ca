// Builders for tests: short flows and short conversations with them.
import type { Flow } from "../flow.ts";
import type { FlowNode, NodePatch } from "../flow-node.ts";
import type { JsonObject } from "../json.ts";
import { createNode } from "../nodes/registry.ts";
import type { Effect, FlowEvent, NluResult } from "../runtime/events.ts";
import { initialState } from "../runtime/state.ts";
import type { ConversationState } from "../runtime/state.ts";
import { step } from "../runtime/step.ts";
import type { StepOptions, StepResult } from "../runtime/turn.ts";

/** `to` names where the outputs lead: a node id for "next", or a map of port to node id. */
export function aNode(
  nodeType: string,
  id: string,
  fields: NodePatch = {},
  to: string | Record<string, string> = {},
): FlowNode {
  const ports = typeof to === "string" ? { next: to } : to;
  const nextNodes = Object.entries(ports).map(([port, target]) => ({ port, target }));
  return createNode(nodeType, id, { nextNodes, ...fields });
}

/** A start node that leads to the first of the given nodes. */
export function aFlow(...nodes: readonly FlowNode[]): Flow {
  const [first] = nodes;
  return { nodes: [aNode("start", "start", {}, first ? first.id : {}), ...nodes] };
}

export interface Conversation {
  readonly state: ConversationState;
  readonly last: StepResult;
  /** The texts shown in the last turn. */
  readonly texts: readonly string[];
  readonly effect: Effect | undefined;
  send(event: FlowEvent): Conversation;
  say(text: string, nlu?: Partial<NluResult>): Conversation;
  choose(choiceId: string): Conversation;
  answer(value: unknown): Conversation;
  failEffect(error: string): Conversation;
}

/** Starts the flow. Every state goes through JSON, as it does between two turns on a server. */
export function converse(flow: Flow, variables: JsonObject = {}, options: StepOptions = {}): Conversation {
  return turn(flow, initialState(variables), { type: "start" }, options);
}

export function turn(
  flow: Flow,
  state: ConversationState,
  event: FlowEvent,
  options: StepOptions,
): Conversation {
  const before = JSON.stringify(state);
  const last = step(flow, JSON.parse(before), event, options);
  if (JSON.stringify(state) !== before) throw new Error("step() changed the state it was given");
  const send = (next: FlowEvent): Conversation => turn(flow, last.state, next, options);
  const effect = last.effects.at(-1);
  return {
    state: last.state,
    last,
    texts: last.outputs.flatMap((output) => (output.type === "text" ? [output.text] : [])),
    effect,
    send,
    say: (text, nlu) =>
      send(
        nlu
          ? { type: "text", text, nlu: { intent: "", score: 1, entities: [], ...nlu } }
          : { type: "text", text },
      ),
    choose: (choiceId) => send({ type: "choice", choiceId }),
    answer: (value) =>
      send({
        type: "effectResult",
        effectId: effect?.id ?? "",
        ok: true,
        value: JSON.parse(JSON.stringify(value ?? null)),
      }),
    failEffect: (error) => send({ type: "effectResult", effectId: effect?.id ?? "", ok: false, error }),
  };
}
