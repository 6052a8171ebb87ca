// What a node type is: one object that the editor (fields, ports), the validator
// (fields, check) and the runtime (step) all read. One file per type in nodes/.
import type { FlowNode, NodePatch } from "./flow-node.ts";
import type { Json, JsonObject } from "./json.ts";
import type {
  EffectRequest,
  EffectResult,
  FlowEvent,
  NluResult,
  Output,
  VisitorEvent,
} from "./runtime/events.ts";
import type { Variables } from "./runtime/state.ts";

export type FieldKind =
  | "text"
  | "long-text"
  | "number"
  | "flag"
  | "select"
  | "url"
  | "pattern"
  | "template"
  /** The name of a variable that is filled. */
  | "variable"
  /** A variable, or a place inside one, that is read: order.total */
  | "variable-to-read"
  /** Entries with the fields of `item`; paths of the item are relative to it. */
  | "list"
  /** A flat object of names and values. */
  | "key-values"
  | "assignments"
  | "tags"
  /** Something that lives elsewhere; `validate` checks it when told what exists. */
  | "intent"
  | "script"
  | "asset"
  | "task"
  | "flow"
  | "node"
  | "skill"
  | "entity"
  | "command";

export interface Field {
  /** A field of the node, or a place inside a JSON field: "parameterInput.url". */
  readonly path: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly help?: string;
  readonly isRequired?: boolean;
  /** {{variables}} may be used. */
  readonly isTemplate?: boolean;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly min?: number;
  readonly max?: number;
  readonly item?: readonly Field[];
  /** Only asked for (and only checked) while another field has one of these values. */
  readonly when?: { readonly path: string; readonly isOneOf: readonly string[] };
}

export interface Port {
  readonly id: string;
  readonly label: string;
  /** "branch" and "next" ports should lead somewhere; the others may stay open. */
  readonly kind: "next" | "branch" | "else" | "failure";
}

export type Severity = "error" | "warning" | "info";

export interface Finding {
  readonly severity: Severity;
  readonly code: string;
  readonly field?: string;
  readonly message: string;
}

/** What a node's step may see and do. */
export interface NodeRun {
  /** Null when the node is entered, otherwise what it waited for. */
  readonly event: VisitorEvent | EffectResult | Extract<FlowEvent, { type: "timer" }> | null;
  readonly variables: Variables;
  readonly lastNlu: NluResult | null;
  readonly lastText: string;
  readonly attempts: number;
  readonly nluThreshold: number;
  readonly skillTag: string;
  fill(template: string): string;
  fillObject(object: JsonObject): JsonObject;
  /** Shows the node's message, or the given text, and then its rich asset. */
  say(text?: string): void;
  show(output: Output): void;
  set(name: string, value: Json): void;
  request(effect: EffectRequest): string;
  note(text: string): void;
  isLinked(port: string): boolean;
}

export type Meaning = Pick<NluResult, "intent" | "entities">;

export type Outcome =
  /** With a meaning the slots of its intent are filled on the way. */
  | { readonly kind: "go"; readonly port: string; readonly meaning?: Meaning }
  | { readonly kind: "ask" }
  /** The answer does not fit: count it and go on waiting. */
  | { readonly kind: "ask-again" }
  /** The words meant nothing here: the flow's fallback node, or else the host, answers. */
  | { readonly kind: "not-understood" }
  | { readonly kind: "await-effect"; readonly effectId: string; readonly effectType: string }
  | { readonly kind: "await-timer"; readonly effectId: string; readonly canInterrupt: boolean }
  | { readonly kind: "jump"; readonly flowId: string; readonly nodeId: string; readonly returns: boolean }
  | { readonly kind: "end"; readonly outcome: string };

export interface NodeType {
  readonly type: string;
  readonly title: string;
  readonly summary: string;
  readonly category: "talk" | "ask" | "logic" | "action" | "finish" | "canvas";
  /** In the order of the side panel; `commonFields` follow for every type. */
  readonly fields: readonly Field[];
  readonly defaults: NodePatch;
  ports(node: FlowNode): readonly Port[];
  /** The node stops for the visitor, so a loop through it ends. */
  waitsForVisitor(node: FlowNode): boolean;
  /** What the fields alone cannot say. */
  check?(node: FlowNode): readonly Finding[];
  /** The answer fits this node so well that no intent may take it away. */
  claims?(node: FlowNode, event: VisitorEvent, nluThreshold: number): boolean;
  step(node: FlowNode, run: NodeRun): Outcome;
}

export const nextPort: Port = { id: "next", label: "Next", kind: "next" };
export const errorPort: Port = { id: "error", label: "Error", kind: "failure" };
export const elsePort: Port = { id: "else", label: "Otherwise", kind: "else" };

export function go(port: string, meaning?: Meaning): Outcome {
  return meaning ? { kind: "go", port, meaning } : { kind: "go", port };
}

const justNext: readonly Port[] = [nextPort];
export const onlyNext = (): readonly Port[] => justNext;
const noPorts: readonly Port[] = [];
export const withoutPorts = (): readonly Port[] => noPorts;
export const always = (): boolean => true;
export const never = (): boolean => false;
