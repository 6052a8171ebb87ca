import type { Json, JsonObject } from "../json.ts";
import type { VisitorEvent } from "./events.ts";

/** What the conversation waits for. Null only before the start and after the end. */
export type Awaiting =
  /** An answer to the node that asked. */
  | { readonly kind: "answer"; readonly nodeId: string }
  /** A slot of an intent; then the conversation enters the node, or leaves it by the port. */
  | {
      readonly kind: "slot";
      readonly intent: string;
      readonly slot: string;
      readonly nodeId: string;
      readonly port: string | null;
    }
  /** Any words: intents, commands and the fallback decide. */
  | { readonly kind: "anything" }
  | {
      readonly kind: "effect";
      readonly nodeId: string;
      readonly effectId: string;
      readonly effectType: string;
    }
  | {
      readonly kind: "timer";
      readonly nodeId: string;
      readonly effectId: string;
      readonly canInterrupt: boolean;
    }
  | { readonly kind: "breakpoint"; readonly nodeId: string };

/** Where to go back to. Without a port the node asks its question again; with an intent its slots go on. */
export type Frame = {
  readonly flowId: string;
  readonly nodeId: string;
  readonly port: string | null;
  readonly intent?: string;
};

/** Everything step() knows about a conversation, as JSON: store it, send it, edit it in the inspector. */
export type ConversationState = {
  readonly version: 1;
  readonly status: "new" | "active" | "handed-off" | "ended";
  /** The flow a jump led to; "" is the flow the conversation started in. */
  readonly flowId: string;
  /** The node the conversation is at. */
  readonly nodeId: string | null;
  readonly variables: JsonObject;
  readonly awaiting: Awaiting | null;
  readonly stack: readonly Frame[];
  /** What the visitor said while an effect was under way. */
  readonly queue: readonly VisitorEvent[];
  readonly platform: string;
  readonly skillTag: string;
  readonly outcome: string;
  readonly counters: {
    readonly turns: number;
    readonly effects: number;
    /** Nodes entered since the visitor last spoke: what bounds a loop, also across effects and timers. */
    readonly steps: number;
    /** Wrong answers given to the node that asks now. */
    readonly attempts: number;
  };
};

export function initialState(variables: JsonObject = {}): ConversationState {
  return {
    version: 1,
    status: "new",
    flowId: "",
    nodeId: null,
    variables,
    awaiting: null,
    stack: [],
    queue: [],
    platform: "",
    skillTag: "",
    outcome: "",
    counters: { turns: 0, effects: 0, steps: 0, attempts: 0 },
  };
}

/** Variables the runtime and its host fill; every flow may read them. */
export const systemVariables: ReadonlySet<string> = new Set([
  "last",
  "slots",
  "visitor",
  "conversation",
  "channel",
]);

const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
// These would reach into the object that holds the variables.
const reservedNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export function isVariableName(name: string): boolean {
  return variableName.test(name) && !reservedNames.has(name);
}

export type Variables = { readonly [name: string]: Json };
