// What the designer needs to know and do beyond saving its flow: names around it, visitors, other versions, and
// the real world of a test.
import type { Effect, Flow, Json, JsonObject, NluResult, Slots } from "@parley/flow";

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface References {
  readonly intents: readonly string[];
  readonly entities: readonly string[];
  readonly scripts: readonly string[];
  readonly assets: readonly Named[];
  readonly tasks: readonly Named[];
  readonly commands: readonly string[];
  readonly skills: readonly string[];
  /** What intents want to know before they lead on. */
  readonly slots: Slots;
  /** Whether the bot version has a model that understands sentences. */
  readonly isTrained: boolean;
}

export const noReferences: References = {
  intents: [],
  entities: [],
  scripts: [],
  assets: [],
  tasks: [],
  commands: [],
  skills: [],
  slots: new Map(),
  isTrained: false,
};

export interface NodeTraffic {
  readonly nodeId: string;
  readonly visits: number;
  readonly conversations: number;
  /** Conversations that ended here unsolved. */
  readonly left: number;
}

export interface Traffic {
  readonly conversations: number;
  readonly nodes: readonly NodeTraffic[];
}

/** What came of something that was really done. */
export interface Trial {
  readonly ok: boolean;
  readonly value: Json;
  readonly error: string | null;
  readonly said: readonly string[];
  readonly variables: JsonObject;
  readonly logs: readonly string[];
  readonly ms: number;
}

export interface Question {
  readonly text: string;
  readonly taskId: string;
  readonly history: readonly { readonly role: "visitor" | "bot"; readonly text: string }[];
}

export type RunnableEffect = Extract<Effect, { type: "runScript" | "httpRequest" }>;

export interface Outside {
  readonly references: () => Promise<References>;
  /** What the bot makes of the words; null when it was not trained yet. */
  readonly understand: (text: string) => Promise<NluResult | null>;
  readonly traffic: (options: { days: number; onlyThisVersion: boolean }) => Promise<Traffic>;
  /** Really runs a script or a request. */
  readonly run: (effect: RunnableEffect) => Promise<Trial>;
  /** Lets the version's own agent answer, with its files and its model. */
  readonly askAgent: (question: Question) => Promise<Json>;
  readonly loadFlow: (versionId: string) => Promise<Flow>;
  /** A new version with the flow of an older one; answers its id. */
  readonly newVersionFrom: (versionId: string) => Promise<string>;
}
