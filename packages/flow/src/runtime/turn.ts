// The workbench of one step() call: a copy of the state that may be written to,
// and what the call has produced so far.
import { nodeById } from "../flow.ts";
import type { Flow } from "../flow.ts";
import type { FlowNode } from "../flow-node.ts";
import type {
  Effect,
  FlowError,
  FlowErrorCode,
  FlowEvent,
  Output,
  TraceEntry,
  VisitorEvent,
} from "./events.ts";
import type { NluEntity } from "./events.ts";
import type { Slots } from "./slots.ts";
import type { Awaiting, ConversationState, Frame } from "./state.ts";

export interface StepOptions {
  /** Flows that jumps lead to; load those named by `referencedFlows` beforehand. */
  readonly flowById?: (flowId: string) => Flow | undefined;
  /** Nodes entered between two words of the visitor before a loop is assumed. */
  readonly maxSteps?: number;
  readonly nluThreshold?: number;
  /** What intents want to know before they lead on. */
  readonly slots?: Slots | undefined;
  /** Ids of nodes to stop at before they run. */
  readonly breakpoints?: ReadonlySet<string>;
  /** Milliseconds for the trace; without it step() reads no clock and is a pure function. */
  readonly clock?: () => number;
}

export interface StepResult {
  readonly state: ConversationState;
  readonly outputs: readonly Output[];
  readonly effects: readonly Effect[];
  readonly trace: readonly TraceEntry[];
  readonly done: boolean;
  readonly error: FlowError | null;
  /** The visitor said something the flow has no answer to; the host may answer by other means. */
  readonly isUnhandled: boolean;
}

export const defaultMaxSteps = 200;
export const defaultNluThreshold = 0.5;

export interface Turn {
  readonly mainFlow: Flow;
  readonly options: StepOptions;
  readonly state: { -readonly [Key in keyof ConversationState]: ConversationState[Key] };
  readonly outputs: Output[];
  readonly effects: Effect[];
  readonly trace: TraceEntry[];
  flow: Flow;
  error: FlowError | null;
  isUnhandled: boolean;
}

/** What the conversation does next; null when it has to wait. */
export type Next =
  | { readonly kind: "enter"; readonly nodeId: string; readonly isPastBreakpoint?: boolean }
  | { readonly kind: "deliver"; readonly nodeId: string; readonly event: DeliveredEvent }
  /** Fills the slots of an intent, then enters the node or leaves it by the port. */
  | {
      readonly kind: "slots";
      readonly intent: string;
      readonly nodeId: string;
      readonly port: string | null;
      readonly entities: readonly NluEntity[];
      readonly isNew: boolean;
    }
  | null;

export type DeliveredEvent = VisitorEvent | Extract<FlowEvent, { type: "effectResult" | "timer" }>;

export function openTurn(mainFlow: Flow, state: ConversationState, options: StepOptions): Turn {
  const turn: Turn = {
    mainFlow,
    options,
    state: { ...state },
    outputs: [],
    effects: [],
    trace: [],
    flow: mainFlow,
    error: null,
    isUnhandled: false,
  };
  if (!switchFlow(turn, state.flowId)) switchFlow(turn, "");
  return turn;
}

export function switchFlow(turn: Turn, flowId: string): boolean {
  const flow = flowId === "" ? turn.mainFlow : turn.options.flowById?.(flowId);
  if (!flow) return false;
  turn.flow = flow;
  turn.state.flowId = flowId;
  return true;
}

export function count(turn: Turn, change: Partial<ConversationState["counters"]>): void {
  turn.state.counters = { ...turn.state.counters, ...change };
}

export function waitFor(turn: Turn, awaiting: Awaiting): null {
  turn.state.awaiting = awaiting;
  return null;
}

/** Something is wrong with the flow: say so, and leave the conversation open rather than dead. */
export function fail(turn: Turn, code: FlowErrorCode, nodeId: string | null, message: string): null {
  turn.error = { code, nodeId, message };
  turn.trace.push({ nodeId: nodeId ?? "", type: "error", note: message });
  turn.state.stack = [];
  return waitFor(turn, { kind: "anything" });
}

export function noteOn(turn: Turn, node: FlowNode | null, note: string): void {
  turn.trace.push({ nodeId: node?.id ?? "", type: node?.nodeType ?? "runtime", note });
}

const deepestStack = 20;

export function pushFrame(turn: Turn, frame: Frame): void {
  const isCall = frame.port !== null && frame.intent === undefined;
  const stack = turn.state.stack.filter((other) => isCall || !isSameFrame(other, frame));
  turn.state.stack = [...stack, frame].slice(-deepestStack);
}

function isSameFrame(a: Frame, b: Frame): boolean {
  return a.flowId === b.flowId && a.nodeId === b.nodeId && a.port === b.port && a.intent === b.intent;
}

export function findNode(turn: Turn, nodeId: string): FlowNode | undefined {
  return nodeById(turn.flow, nodeId);
}
