// The test chat: step() of the flow on screen, saved or not. What the flow asks of the outside world is
// answered with values the tester can see and change.
import { initialState, nodeById, step } from "@parley/flow";
import type {
  ConversationState,
  Effect,
  Flow,
  FlowEvent,
  Json,
  JsonObject,
  Slots,
  StepResult,
} from "@parley/flow";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import type { Trial } from "../outside.ts";
import { simulatedAnswer } from "./simulate.ts";

export interface ChatTurn {
  readonly event: FlowEvent;
  /** What the visitor wrote or pressed; empty for what the flow did by itself. */
  readonly said: string;
  readonly before: ConversationState;
  readonly result: StepResult;
  /** Where the answer to the flow's question came from; null for what needed none. */
  readonly answered: Answered | null;
}

export interface Answered {
  readonly isReal: boolean;
  readonly ms: number;
  readonly error: string | null;
  /** What a script said and logged. */
  readonly said: readonly string[];
  readonly logs: readonly string[];
}

export interface Simulation {
  /** As written by the tester: JSON, or plain text. */
  readonly value: string;
  /** Given without asking the next time the node runs. */
  readonly isAutomatic: boolean;
}

export interface ChatState {
  readonly turns: readonly ChatTurn[];
  readonly state: ConversationState | null;
  /** The turn one looks back at; null for the latest. */
  readonly lookingAt: number | null;
  readonly breakpoints: ReadonlySet<string>;
  /** By node. */
  readonly simulations: ReadonlyMap<string, Simulation>;
  /** Scripts, requests and model questions are carried out as soon as the flow asks for them. */
  readonly runsWithoutAsking: boolean;
  readonly start: (options?: { nodeId?: string; variables?: JsonObject }) => void;
  readonly send: (event: FlowEvent, said?: string, answered?: Answered) => void;
  /** Gives the flow what really came of an effect. */
  readonly deliver: (effect: Effect, trial: Trial) => void;
  readonly setRunsWithoutAsking: (value: boolean) => void;
  readonly answer: (effect: Effect, value: string, isAutomatic: boolean) => void;
  readonly fail: (effect: Effect, error: string) => void;
  /** Undefined takes the variable away. */
  readonly setVariable: (name: string, value: Json | undefined) => void;
  readonly toggleBreakpoint: (nodeId: string) => void;
  readonly lookAt: (turn: number | null) => void;
  /** Forgets everything after the turn and goes on from there. */
  readonly rewindTo: (turn: number) => void;
  readonly stop: () => void;
}

export type ChatStore = StoreApi<ChatState>;

const simulated: Answered = { isReal: false, ms: 0, error: null, said: [], logs: [] };

export function createChatStore(currentFlow: () => Flow, currentSlots?: () => Slots): ChatStore {
  return createStore<ChatState>()((set, get) => ({
    turns: [],
    state: null,
    lookingAt: null,
    breakpoints: new Set(),
    simulations: new Map(),
    runsWithoutAsking: false,
    start({ nodeId, variables = {} } = {}) {
      set({ turns: [], state: initialState(variables), lookingAt: null });
      get().send(nodeId === undefined ? { type: "start" } : { type: "start", nodeId });
    },
    send(event, said = "", answered) {
      const before = get().state ?? initialState();
      const flow = currentFlow();
      const result = step(flow, before, event, {
        breakpoints: get().breakpoints,
        // As in a conversation: whether an intent is sure enough was decided by the model.
        nluThreshold: 0.01,
        slots: currentSlots?.(),
        clock: () => performance.now(),
      });
      const turn = { event, said, before, result, answered: answered ?? null };
      set({ turns: [...get().turns, turn], state: result.state, lookingAt: null });
      const effect = openEffect(get());
      const simulation = effect && get().simulations.get(effect.nodeId);
      if (effect && simulation?.isAutomatic)
        get().send(simulatedAnswer(effect, simulation.value), "", simulated);
    },
    answer(effect, value, isAutomatic) {
      set({ simulations: new Map(get().simulations).set(effect.nodeId, { value, isAutomatic }) });
      get().send(simulatedAnswer(effect, value), "", simulated);
    },
    deliver(effect, { ok, value, error, said, variables, logs, ms }) {
      // Whoever started over meanwhile waits for something else.
      if (openEffect(get())?.id !== effect.id) return;
      const { state } = get();
      if (state) set({ state: { ...state, variables: { ...state.variables, ...variables } } });
      const event: FlowEvent = { type: "effectResult", effectId: effect.id, ok, value };
      get().send(error === null ? event : { ...event, error }, "", { isReal: true, ms, error, said, logs });
    },
    setRunsWithoutAsking(value) {
      set({ runsWithoutAsking: value });
    },
    fail(effect, error) {
      get().send({ type: "effectResult", effectId: effect.id, ok: false, error }, "", {
        ...simulated,
        error,
      });
    },
    setVariable(name, value) {
      const { state } = get();
      if (!state) return;
      const rest = Object.entries(state.variables).filter(([key]) => key !== name);
      const variables = Object.fromEntries(value === undefined ? rest : [...rest, [name, value]]);
      set({ state: { ...state, variables } });
    },
    toggleBreakpoint(nodeId) {
      const breakpoints = new Set(get().breakpoints);
      if (!breakpoints.delete(nodeId)) breakpoints.add(nodeId);
      set({ breakpoints });
    },
    lookAt(turn) {
      set({ lookingAt: turn });
    },
    rewindTo(turn) {
      const turns = get().turns.slice(0, turn + 1);
      set({ turns, state: turns.at(-1)?.result.state ?? null, lookingAt: null });
    },
    stop() {
      set({ turns: [], state: null, lookingAt: null });
    },
  }));
}

/** The effect the conversation waits for. */
export function openEffect({ turns, state }: Pick<ChatState, "turns" | "state">): Effect | undefined {
  const awaiting = state?.awaiting;
  if (awaiting?.kind !== "effect" && awaiting?.kind !== "timer") return undefined;
  for (let i = turns.length - 1; i >= 0; i--) {
    const effect = turns[i]?.result.effects.find((candidate) => candidate.id === awaiting.effectId);
    if (effect) return effect;
  }
  return undefined;
}

/** What was said, for an agent that answers in the middle of it. */
export function spokenSoFar({
  turns,
}: Pick<ChatState, "turns">): { role: "visitor" | "bot"; text: string }[] {
  return turns.flatMap(({ said, result, answered }) => [
    ...(said === "" ? [] : [{ role: "visitor" as const, text: said }]),
    ...(answered?.said ?? []).map((text) => ({ role: "bot" as const, text })),
    ...result.outputs.flatMap((output) =>
      output.type === "text" ? [{ role: "bot" as const, text: output.text }] : [],
    ),
  ]);
}

export interface LitPath {
  readonly nodes: ReadonlySet<string>;
  /** As "node port". */
  readonly links: ReadonlySet<string>;
  readonly active: string | null;
}

const dark: LitPath = { nodes: new Set(), links: new Set(), active: null };

/** The way the conversation took, up to the turn one looks at. */
export function litPath(flow: Flow, { turns, state, lookingAt }: ChatState): LitPath {
  if (turns.length === 0) return dark;
  const shown = lookingAt === null ? turns : turns.slice(0, lookingAt + 1);
  const nodes = new Set<string>();
  const links = new Set<string>();
  let previous: string | null = null;
  for (const { result } of shown) {
    for (const { nodeId } of result.trace) {
      if (nodeId === "") continue;
      nodes.add(nodeId);
      const from = previous === null || previous === nodeId ? undefined : nodeById(flow, previous);
      const link = from?.nextNodes.find((candidate) => candidate.target === nodeId);
      if (from && link) links.add(`${from.id} ${link.port}`);
      previous = nodeId;
    }
  }
  const at = lookingAt === null ? state : (shown.at(-1)?.result.state ?? null);
  return { nodes, links, active: at?.nodeId ?? null };
}
