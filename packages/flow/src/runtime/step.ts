// One turn of a conversation. A pure function of its arguments: the browser's test chat
// and the server's runtime call it with the same flow and get the same conversation.
import type { Flow } from "../flow.ts";
import { textAt } from "../json.ts";
import { deliver, enter } from "./enter.ts";
import type { FlowEvent } from "./events.ts";
import { fromQueue, receive } from "./receive.ts";
import { workOnSlots } from "./slot-task.ts";
import type { ConversationState } from "./state.ts";
import { findNode, openTurn } from "./turn.ts";
import type { Next, StepOptions, StepResult, Turn } from "./turn.ts";

export function step(
  flow: Flow,
  state: ConversationState,
  event: FlowEvent,
  options: StepOptions = {},
): StepResult {
  const turn = openTurn(flow, state, options);
  let next = receive(turn, event);
  while (next) {
    next = follow(turn, next);
    next ??= fromQueue(turn);
  }
  const { outputs, effects, trace, error, isUnhandled } = turn;
  return {
    state: turn.state,
    outputs,
    effects,
    trace,
    done: turn.state.status === "ended",
    error,
    isUnhandled,
  };
}

function follow(turn: Turn, next: NonNullable<Next>): Next {
  switch (next.kind) {
    case "enter":
      return enter(turn, next.nodeId, next.isPastBreakpoint ?? false);
    case "deliver":
      return deliver(turn, next.nodeId, next.event);
    case "slots":
      return workOnSlots(turn, next);
  }
}

/** Whether the visitor's next words need language understanding at all; saves the host a call. */
export function wantsNlu(flow: Flow, state: ConversationState, options: StepOptions = {}): boolean {
  if (state.status === "handed-off" || state.status === "ended") return false;
  if (state.awaiting?.kind !== "answer") return true;
  const node = findNode(openTurn(flow, state, options), state.awaiting.nodeId);
  return !node?.nluDisabled;
}

/** Flows that jumps of this flow lead to, for the host to load before it calls step(). */
export function referencedFlows(flow: Flow): readonly string[] {
  const ids = flow.nodes
    .filter((node) => node.nodeType === "jump")
    .map((node) => textAt(node.parameterInput, "flowId"))
    .filter((flowId) => flowId !== "");
  return [...new Set(ids)];
}
