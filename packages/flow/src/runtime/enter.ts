// Running nodes: entering one, delivering an answer to it, and following what it decides.
import { linkFrom, nodeTitle } from "../flow-node.ts";
import type { FlowNode } from "../flow-node.ts";
import type { Outcome } from "../node-type.ts";
import { nodeTypeOf } from "../nodes/registry.ts";
import { fallbackIntent } from "../flow-node.ts";
import { entriesOf } from "./entries.ts";
import { assign, nodeRun, request } from "./node-run.ts";
import { count, defaultMaxSteps, fail, findNode, noteOn, pushFrame, switchFlow, waitFor } from "./turn.ts";
import type { DeliveredEvent, Next, Turn } from "./turn.ts";

export function enter(turn: Turn, nodeId: string, isPastBreakpoint: boolean): Next {
  const node = findNode(turn, nodeId);
  if (!node)
    return fail(
      turn,
      "missing_node",
      nodeId,
      `The conversation leads to node “${nodeId}”, which does not exist.`,
    );
  if (!isPastBreakpoint && turn.options.breakpoints?.has(nodeId))
    return waitFor(turn, { kind: "breakpoint", nodeId });
  const steps = turn.state.counters.steps + 1;
  const maximum = turn.options.maxSteps ?? defaultMaxSteps;
  if (steps > maximum) {
    const message = `The flow ran through ${maximum} nodes without asking the visitor anything; it stopped at “${nodeTitle(node)}”.`;
    return fail(turn, "too_many_steps", nodeId, message);
  }
  count(turn, { steps, attempts: 0 });
  turn.state.nodeId = node.id;
  if (node.platformFlag !== "" && turn.state.platform !== "" && node.platformFlag !== turn.state.platform) {
    noteOn(turn, node, `Passed over: only for ${node.platformFlag}`);
    return leave(turn, node, nodeTypeOf(node).ports(node)[0]?.id ?? "next");
  }
  for (const assignment of node.variables) assign(turn, assignment);
  if (node.skillTag !== "") turn.state.skillTag = node.skillTag;
  if (node.analyticsEvent !== "") {
    const { nodeName, analyticsEvent: name } = node;
    request(turn, node, { type: "analyticsEvent", name, nodeName, skillTag: turn.state.skillTag });
  }
  return perform(turn, node, null);
}

export function deliver(turn: Turn, nodeId: string, event: DeliveredEvent): Next {
  const node = findNode(turn, nodeId);
  if (!node)
    return fail(turn, "missing_node", nodeId, `Node “${nodeId}” was waiting, but is no longer in the flow.`);
  turn.state.nodeId = node.id;
  return perform(turn, node, event);
}

/** Enters the node that answers when nothing else does; otherwise the host is told. */
export function notUnderstood(turn: Turn): Next {
  const inFlow = entriesOf(turn.flow).intents.get(fallbackIntent);
  if (inFlow !== undefined) return { kind: "enter", nodeId: inFlow };
  const inMain = entriesOf(turn.mainFlow).intents.get(fallbackIntent);
  if (inMain !== undefined && switchFlow(turn, "")) return { kind: "enter", nodeId: inMain };
  turn.isUnhandled = true;
  noteOn(turn, null, "Not understood, and the flow has no fallback node");
  return null;
}

function perform(turn: Turn, node: FlowNode, event: DeliveredEvent | null): Next {
  const type = nodeTypeOf(node);
  const notes: string[] = [];
  const begun = turn.options.clock?.();
  const outcome = type.step(node, nodeRun(turn, node, event, notes));
  const ended = turn.options.clock?.();
  const entry = { nodeId: node.id, type: node.nodeType, note: notes.join("; ") };
  turn.trace.push(begun === undefined || ended === undefined ? entry : { ...entry, ms: ended - begun });
  return follow(turn, node, outcome);
}

function follow(turn: Turn, node: FlowNode, outcome: Outcome): Next {
  switch (outcome.kind) {
    case "go":
      return outcome.meaning && turn.options.slots?.has(outcome.meaning.intent)
        ? { kind: "slots", nodeId: node.id, port: outcome.port, isNew: true, ...outcome.meaning }
        : leave(turn, node, outcome.port);
    case "ask":
      count(turn, { attempts: 0 });
      return waitFor(turn, { kind: "answer", nodeId: node.id });
    case "ask-again":
      count(turn, { attempts: turn.state.counters.attempts + 1 });
      return waitFor(turn, { kind: "answer", nodeId: node.id });
    case "not-understood":
      waitFor(turn, { kind: "answer", nodeId: node.id });
      return notUnderstood(turn);
    case "await-effect": {
      const { effectId, effectType } = outcome;
      if (effectType === "handOff") turn.state.status = "handed-off";
      return waitFor(turn, { kind: "effect", nodeId: node.id, effectId, effectType });
    }
    case "await-timer": {
      const { effectId, canInterrupt } = outcome;
      return waitFor(turn, { kind: "timer", nodeId: node.id, effectId, canInterrupt });
    }
    case "jump":
      return jump(turn, node, outcome);
    case "end":
      return finish(turn, outcome.outcome);
  }
}

export function leave(turn: Turn, node: FlowNode, port: string): Next {
  const link = linkFrom(node, port);
  if (link && findNode(turn, link.target)) return { kind: "enter", nodeId: link.target };
  if (link) noteOn(turn, node, `Output “${port}” leads to a node that does not exist`);
  return unconnected(turn, node);
}

/** The meaning of whatsNext (decision 051). */
function unconnected(turn: Turn, node: FlowNode): Next {
  const wish = node.whatsNext;
  const frame = turn.state.stack.at(-1);
  if (wish === "end") return finish(turn, "");
  if (wish === "restart") return restart(turn);
  if ((wish === "" || wish === "return") && frame) {
    turn.state.stack = turn.state.stack.slice(0, -1);
    if (!switchFlow(turn, frame.flowId)) {
      return fail(turn, "missing_flow", node.id, `The flow “${frame.flowId}” to go back to does not exist.`);
    }
    if (frame.intent !== undefined) {
      const { intent, nodeId, port } = frame;
      return { kind: "slots", intent, nodeId, port, entities: [], isNew: false };
    }
    if (frame.port === null) return { kind: "enter", nodeId: frame.nodeId };
    const caller = findNode(turn, frame.nodeId);
    return caller ? leave(turn, caller, frame.port) : unconnected(turn, node);
  }
  turn.state.stack = [];
  return waitFor(turn, { kind: "anything" });
}

function restart(turn: Turn): Next {
  switchFlow(turn, "");
  turn.state.stack = [];
  const start = entriesOf(turn.flow).start;
  return start === null
    ? fail(turn, "no_start", null, "The flow has no start node.")
    : { kind: "enter", nodeId: start };
}

function jump(turn: Turn, node: FlowNode, target: Extract<Outcome, { kind: "jump" }>): Next {
  const from = turn.state.flowId;
  if (target.flowId !== "" && !switchFlow(turn, target.flowId)) {
    return fail(
      turn,
      "missing_flow",
      node.id,
      `“${nodeTitle(node)}” jumps to flow “${target.flowId}”, which does not exist.`,
    );
  }
  const nodeId = target.nodeId || entriesOf(turn.flow).start;
  if (nodeId === null) {
    return fail(turn, "no_start", node.id, `“${nodeTitle(node)}” jumps to a flow without a start node.`);
  }
  if (target.returns) pushFrame(turn, { flowId: from, nodeId: node.id, port: "next" });
  return { kind: "enter", nodeId };
}

function finish(turn: Turn, outcome: string): null {
  turn.state.status = "ended";
  turn.state.outcome = outcome;
  turn.state.awaiting = null;
  turn.state.stack = [];
  turn.state.queue = [];
  return null;
}
