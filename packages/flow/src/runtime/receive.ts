// Where an event goes: to the node that waits, to a node that is entered by intent
// or command, or aside. Decision 051.
import type { FlowNode } from "../flow-node.ts";
import { fallbackIntent } from "../flow-node.ts";
import { objectsAt, textAt } from "../json.ts";
import type { Json } from "../json.ts";
import { nodeTypeOf } from "../nodes/registry.ts";
import { buttonsOf } from "../nodes/rich-asset-content.ts";
import { commandWord, entriesOf } from "./entries.ts";
import { notUnderstood } from "./enter.ts";
import type { FlowEvent, NluResult, VisitorEvent } from "./events.ts";
import { interpolate } from "./interpolate.ts";
import { setVariable } from "./node-run.ts";
import { answerInWords, answerSlot, wrongSlotAnswer } from "./slot-task.ts";
import type { Awaiting, Frame } from "./state.ts";
import { count, defaultNluThreshold, fail, findNode, noteOn, pushFrame, switchFlow } from "./turn.ts";
import type { Next, Turn } from "./turn.ts";

const longestQueue = 10;

export function receive(turn: Turn, event: FlowEvent): Next {
  const { awaiting } = turn.state;
  switch (event.type) {
    case "start":
      return begin(turn, event);
    case "effectResult":
      if (awaiting?.kind !== "effect" || awaiting.effectId !== event.effectId)
        return tooLate(turn, event.effectId);
      turn.state.status = "active";
      turn.state.awaiting = null;
      return { kind: "deliver", nodeId: awaiting.nodeId, event };
    case "timer":
      if (awaiting?.kind !== "timer" || awaiting.effectId !== event.effectId)
        return tooLate(turn, event.effectId);
      turn.state.awaiting = null;
      return { kind: "deliver", nodeId: awaiting.nodeId, event };
    case "continue":
      return awaiting?.kind === "breakpoint"
        ? { kind: "enter", nodeId: awaiting.nodeId, isPastBreakpoint: true }
        : null;
    default:
      return hear(turn, event);
  }
}

/** Hands over what the visitor said while the flow was busy, once it can listen. */
export function fromQueue(turn: Turn): Next {
  while (turn.state.queue.length > 0 && turn.error === null) {
    const { awaiting } = turn.state;
    if (!isListening(awaiting)) return null;
    const [event, ...rest] = turn.state.queue;
    turn.state.queue = rest;
    const next = event ? answer(turn, event, awaiting) : null;
    if (next) return next;
  }
  return null;
}

function begin(turn: Turn, event: Extract<FlowEvent, { type: "start" }>): Next {
  const { state } = turn;
  switchFlow(turn, "");
  Object.assign(state, { status: "active", awaiting: null, stack: [], queue: [], outcome: "", skillTag: "" });
  state.variables = { ...state.variables, ...event.variables };
  state.platform = event.platform ?? state.platform;
  count(turn, { steps: 0, attempts: 0, turns: state.counters.turns + 1 });
  const nodeId = event.nodeId ?? entriesOf(turn.flow).start;
  return nodeId === null
    ? fail(turn, "no_start", null, "The flow has no start node.")
    : { kind: "enter", nodeId };
}

function hear(turn: Turn, event: VisitorEvent): Next {
  const { state } = turn;
  if (state.status === "ended") {
    noteOn(turn, null, "The conversation has ended");
    return null;
  }
  remember(turn, event);
  if (state.status === "new") return entryFor(turn, event) ?? begin(turn, { type: "start" });
  if (state.status === "handed-off") {
    noteOn(turn, null, "A human has the conversation");
    return null;
  }
  const { awaiting } = state;
  if (awaiting?.kind === "timer" && awaiting.canInterrupt) {
    return entryFor(turn, event) ?? { kind: "deliver", nodeId: awaiting.nodeId, event };
  }
  if (isListening(awaiting)) return answer(turn, event, awaiting);
  state.queue = [...state.queue, event].slice(-longestQueue);
  noteOn(turn, null, "Kept until the flow can listen again");
  return null;
}

type Listening = Extract<Awaiting, { kind: "answer" | "anything" | "slot" }>;

function isListening(awaiting: Awaiting | null): awaiting is Listening {
  return awaiting?.kind === "answer" || awaiting?.kind === "anything" || awaiting?.kind === "slot";
}

function answer(turn: Turn, event: VisitorEvent, awaiting: Listening): Next {
  if (awaiting.kind === "slot") return answerToSlot(turn, event, awaiting);
  const asking = awaiting.kind === "answer" ? findNode(turn, awaiting.nodeId) : undefined;
  const older = asking?.answerRequired ? undefined : olderNode(turn, event, asking);
  if (older) return { kind: "deliver", nodeId: older.id, event };
  if (!asking) return entryFor(turn, event) ?? notUnderstood(turn);
  const digression = asking.answerRequired ? null : entryFor(turn, event, askingNode(turn, asking, event));
  if (!digression) return { kind: "deliver", nodeId: asking.id, event };
  noteOn(turn, asking, "Left for something else; comes back afterwards");
  return digression;
}

/** The slot takes what it can use; only then may another intent or a button lead away, and back afterwards. */
function answerToSlot(turn: Turn, event: VisitorEvent, awaiting: Extract<Awaiting, { kind: "slot" }>): Next {
  const { intent, nodeId, port } = awaiting;
  const command = commandOf(event);
  const answered = command === "" ? answerSlot(turn, event, awaiting) : undefined;
  if (answered !== undefined) return answered;
  const frame: Frame = { flowId: turn.state.flowId, nodeId, port, intent };
  const older = olderNode(turn, event, undefined);
  if (older && (port !== null || older.id !== nodeId)) {
    pushFrame(turn, frame);
    return { kind: "deliver", nodeId: older.id, event };
  }
  const digression = entryFor(turn, event, { frame, own: port === null ? nodeId : "", isIntentFree: true });
  if (!digression) {
    const taken = answerInWords(turn, event, awaiting);
    return taken === undefined ? wrongSlotAnswer(turn, event, awaiting) : taken;
  }
  noteOn(turn, null, `Left the slots of ${intent} for something else; comes back afterwards`);
  return digression;
}

/** A button of an earlier message still works. */
function olderNode(turn: Turn, event: VisitorEvent, asking: FlowNode | undefined): FlowNode | undefined {
  if ((event.type !== "choice" && event.type !== "form") || event.nodeId === undefined) return undefined;
  return event.nodeId === asking?.id ? undefined : findNode(turn, event.nodeId);
}

/** What is being asked while the visitor says something: where to come back to, and whether intents may interrupt. */
interface Asking {
  readonly frame: Frame;
  /** The node that is not entered anew by what was meant for it. */
  readonly own: string;
  readonly isIntentFree: boolean;
}

function askingNode(turn: Turn, node: FlowNode, event: VisitorEvent): Asking {
  const threshold = turn.options.nluThreshold ?? defaultNluThreshold;
  return {
    frame: { flowId: turn.state.flowId, nodeId: node.id, port: null },
    own: node.id,
    isIntentFree: !node.nluDisabled && !nodeTypeOf(node).claims?.(node, event, threshold),
  };
}

/** The node this event enters from anywhere. With something being asked, only when the words are not its answer. */
function entryFor(turn: Turn, event: VisitorEvent, asking?: Asking): Next {
  const command = commandOf(event);
  const threshold = turn.options.nluThreshold ?? defaultNluThreshold;
  const nlu = event.type === "text" ? event.nlu : undefined;
  const isIntentFree = !asking || asking.isIntentFree;
  const intent =
    nlu && nlu.score >= threshold && isIntentFree && nlu.intent !== fallbackIntent ? nlu.intent : "";
  for (const flowId of new Set([turn.state.flowId, ""])) {
    const entries = entriesOf(flowId === "" ? turn.mainFlow : turn.flow);
    const commanded = entries.commands.get(command);
    const nodeId = commanded ?? entries.intents.get(intent);
    if (nodeId === undefined || nodeId === asking?.own) continue;
    if (asking) pushFrame(turn, asking.frame);
    turn.state.status = "active";
    switchFlow(turn, flowId);
    if (commanded !== undefined || !turn.options.slots?.has(intent)) return { kind: "enter", nodeId };
    return { kind: "slots", intent, nodeId, port: null, entities: nlu?.entities ?? [], isNew: true };
  }
  return null;
}

function commandOf(event: VisitorEvent): string {
  if (event.type === "command") return commandWord(event.command);
  return event.type === "text" && event.text.trimStart().startsWith("/") ? commandWord(event.text) : "";
}

function remember(turn: Turn, event: VisitorEvent): void {
  count(turn, { turns: turn.state.counters.turns + 1, steps: 0 });
  if (event.type === "text") setVariable(turn, "last", lastWords(event.text, event.nlu));
  if (event.type === "choice") setVariable(turn, "last", lastWords(labelOf(turn, event), undefined));
}

/** A pressed button counts as having said its label. */
function labelOf(turn: Turn, event: Extract<VisitorEvent, { type: "choice" }>): string {
  const { awaiting } = turn.state;
  const node = findNode(turn, event.nodeId ?? (awaiting?.kind === "answer" ? awaiting.nodeId : ""));
  const offered = node ? [...objectsAt(node.nodeInput, "choices"), ...buttonsOf(node)] : [];
  const pressed = offered.find((item) => textAt(item, "id") === event.choiceId);
  return pressed ? interpolate(textAt(pressed, "label"), turn.state.variables) : event.choiceId;
}

function lastWords(text: string, nlu: NluResult | undefined): Json {
  const entities = Object.fromEntries((nlu?.entities ?? []).map((entity) => [entity.name, entity.value]));
  return nlu ? { text, intent: nlu.intent, score: nlu.score, entities } : { text, entities };
}

function tooLate(turn: Turn, effectId: string): null {
  noteOn(turn, null, `Nothing waits for ${effectId}; ignored`);
  return null;
}
