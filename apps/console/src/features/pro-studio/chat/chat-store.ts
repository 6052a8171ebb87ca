// The test chat: step() of the flow on screen, saved or not. What the flow asks of the outside world is
// answered with values the tester can see and change.
import { initialState, nodeById, step } from "@parley/flow";
import type { ConversationState, Effect, Flow, FlowEvent, Json, JsonObject, StepResult } from "@parley/flow";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import { simulatedAnswer } from "./simulate.ts";

export interface ChatTurn {
  readonly event: FlowEvent;
  /** What the visitor wrote or pressed; empty for what the flow did by itself. */
  readonly said: string;
  readonly before: ConversationState;
  readonly result: StepResult;
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
  readonly start: (options?: { nodeId?: string; variables?: JsonObject }) => void;
  readonly send: (event: FlowEvent, said?: string) => void;
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

export function createChatStore(currentFlow: () => Flow): ChatStore {
  return createStore<ChatState>()((set, get) => ({
    turns: [],
    state: null,
    lookingAt: null,
    breakpoints: new Set(),
    simulations: new Map(),
    start({ nodeId, variables = {} } = {}) {
      set({ turns: [], state: initialState(variables), lookingAt: null });
      get().send(nodeId === undefined ? { type: "start" } : { type: "start", nodeId });
    },
    send(event, said = "") {
      const before = get().state ?? initialState();
      const flow = currentFlow();
      const result = step(flow, before, event, {
        breakpoints: get().breakpoints,
        clock: () => performance.now(),
      });
      set({ turns: [...get().turns, { event, said, before, result }], state: result.state, lookingAt: null });
      const effect = openEffect(get());
      const simulation = effect && get().simulations.get(effect.nodeId);
      if (effect && simulation?.isAutomatic) get().send(simulatedAnswer(effect, simulation.value));
    },
    answer(effect, value, isAutomatic) {
      set({ simulations: new Map(get().simulations).set(effect.nodeId, { value, isAutomatic }) });
      get().send(simulatedAnswer(effect, value));
    },
    fail(effect, error) {
      get().send({ type: "effectResult", effectId: effect.id, ok: false, error });
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
