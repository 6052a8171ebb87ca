// What goes into step() and what comes out: plain JSON in both directions, so the
// browser's test chat and the server run the very same conversation.
import type { Json, JsonObject } from "../json.ts";

export type NluResult = {
  readonly intent: string;
  readonly score: number;
  readonly entities: readonly NluEntity[];
};

export type NluEntity = {
  /** With its role, when it has one: city_from. */
  readonly name: string;
  readonly value: Json;
  readonly text?: string;
  /** Without the role; the name unless given. */
  readonly entity?: string;
};

export type VisitorEvent =
  | { readonly type: "text"; readonly text: string; readonly nlu?: NluResult }
  /** A quick reply or button; `nodeId` is the node that showed it. */
  | { readonly type: "choice"; readonly choiceId: string; readonly nodeId?: string }
  | { readonly type: "form"; readonly values: JsonObject; readonly nodeId?: string }
  /** Sent by the page or typed as "/name". */
  | { readonly type: "command"; readonly command: string };

export type FlowEvent =
  | {
      readonly type: "start";
      readonly nodeId?: string;
      readonly variables?: JsonObject;
      readonly platform?: string;
    }
  | VisitorEvent
  | EffectResult
  | { readonly type: "timer"; readonly effectId: string }
  /** Goes on after a breakpoint. */
  | { readonly type: "continue" };

export type EffectResult = {
  readonly type: "effectResult";
  readonly effectId: string;
  readonly ok: boolean;
  readonly value?: Json;
  readonly error?: string;
};

/** What the host shows to the visitor, in order. Strings are text, never markup: the host escapes them. */
export type Output =
  | {
      readonly type: "text";
      readonly nodeId: string;
      readonly text: string;
      readonly cssClassname: string;
      /** Wait this long, as if typing, before showing it. */
      readonly delayMs: number;
      /** The effect the text came from: a host that already streamed it does not show it twice. */
      readonly effectId: string | null;
      readonly sources: Json;
    }
  | {
      readonly type: "richAsset";
      readonly nodeId: string;
      readonly assetType: string;
      readonly content: JsonObject;
      readonly cssClassname: string;
    }
  | {
      readonly type: "quickReplies";
      readonly nodeId: string;
      readonly choices: readonly { readonly id: string; readonly label: string }[];
    }
  /** A hint for the visitor's input box: number, date, e-mail… */
  | {
      readonly type: "input";
      readonly nodeId: string;
      readonly inputType: string;
      readonly isRequired: boolean;
    };

/** Side effects the host performs. Those the flow waits for are answered with an effectResult or timer event. */
export type EffectRequest =
  | {
      readonly type: "runScript";
      readonly scriptId: string;
      readonly arguments: JsonObject;
      readonly variables: JsonObject;
    }
  | {
      readonly type: "httpRequest";
      readonly method: string;
      readonly url: string;
      readonly headers: JsonObject;
      readonly body: string;
      readonly timeoutMs: number;
    }
  | {
      readonly type: "llmTask";
      readonly taskId: string;
      readonly prompt: string;
      readonly hasHistory: boolean;
    }
  | { readonly type: "knowledgeAnswer"; readonly question: string; readonly minScore: number }
  | { readonly type: "handOff"; readonly skillTag: string; readonly team: string; readonly note: string }
  | { readonly type: "timer"; readonly delayMs: number }
  | { readonly type: "command"; readonly command: string; readonly arguments: JsonObject }
  | {
      readonly type: "analyticsEvent";
      readonly name: string;
      readonly nodeName: string;
      readonly skillTag: string;
    };

export type Effect = EffectRequest & { readonly id: string; readonly nodeId: string };

export type TraceEntry = {
  readonly nodeId: string;
  readonly type: string;
  readonly note: string;
  readonly ms?: number;
};

export type FlowErrorCode = "no_start" | "missing_node" | "missing_flow" | "too_many_steps";
export type FlowError = {
  readonly code: FlowErrorCode;
  readonly nodeId: string | null;
  readonly message: string;
};
