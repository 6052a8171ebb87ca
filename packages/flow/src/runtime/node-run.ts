import type { FlowNode, VariableAssignment } from "../flow-node.ts";
import { linkFrom } from "../flow-node.ts";
import { isList, isObject, numberAt, objectAt, textAt } from "../json.ts";
import type { Json } from "../json.ts";
import type { NodeRun } from "../node-type.ts";
import type { EffectRequest, NluResult } from "./events.ts";
import {
  interpolate,
  interpolateObject,
  interpolateValue,
  largestVariable,
  lookUp,
  sizeOf,
} from "./interpolate.ts";
import { isVariableName } from "./state.ts";
import { count, defaultNluThreshold, findNode, noteOn } from "./turn.ts";
import type { DeliveredEvent, Turn } from "./turn.ts";

/** What a node type's step() gets to see and do in this turn. */
export function nodeRun(turn: Turn, node: FlowNode, event: DeliveredEvent | null, notes: string[]): NodeRun {
  const missing = (name: string): void => void notes.push(`{{${name}}} has no value`);
  const fill = (template: string): string => interpolate(template, turn.state.variables, missing);
  const say = (text?: string): void => {
    const shown = fill(text ?? node.message);
    if (shown.trim() !== "") turn.outputs.push(textOutput(node, shown));
    if (text === undefined && node.richAssetType !== "") {
      const content = interpolateObject(node.richAssetContent, turn.state.variables, missing);
      const { richAssetType: assetType, cssClassname } = node;
      turn.outputs.push({ type: "richAsset", nodeId: node.id, assetType, content, cssClassname });
    }
  };
  return {
    event,
    get variables() {
      return turn.state.variables;
    },
    lastNlu: lastNlu(turn),
    lastText: textAt(objectAt(turn.state.variables, "last"), "text"),
    attempts: turn.state.counters.attempts,
    nluThreshold: turn.options.nluThreshold ?? defaultNluThreshold,
    skillTag: turn.state.skillTag,
    fill,
    fillObject: (object) => interpolateObject(object, turn.state.variables, missing),
    say,
    show: (output) => void turn.outputs.push(output),
    set: (name, value) => setVariable(turn, name, value),
    request: (effect) => request(turn, node, effect),
    note: (text) => void notes.push(text),
    isLinked: (port) => {
      const link = linkFrom(node, port);
      return link !== undefined && findNode(turn, link.target) !== undefined;
    },
  };
}

export function request(turn: Turn, node: FlowNode, effect: EffectRequest): string {
  const effects = turn.state.counters.effects + 1;
  count(turn, { effects });
  const id = `effect-${effects}`;
  turn.effects.push({ ...effect, id, nodeId: node.id });
  return id;
}

/** A name that is empty or not a name keeps nothing: a node without an output variable is fine. */
export function setVariable(turn: Turn, name: string, value: Json): void {
  if (!isVariableName(name)) return;
  if (sizeOf(value, largestVariable) > largestVariable) {
    noteOn(turn, null, `The new value of “${name}” is too large; it keeps the old one`);
    return;
  }
  turn.state.variables = { ...turn.state.variables, [name]: value };
}

export function assign(turn: Turn, { name, operation, value }: VariableAssignment): void {
  const filled = interpolateValue(value, turn.state.variables);
  const current = lookUp(turn.state.variables, name);
  if (operation === "set") setVariable(turn, name, filled);
  if (operation === "clear") setVariable(turn, name, null);
  if (operation === "increment") setVariable(turn, name, toNumber(current, 0) + toNumber(filled, 1));
  if (operation === "append") setVariable(turn, name, [...listFrom(current), filled]);
}

function textOutput(node: FlowNode, text: string): Turn["outputs"][number] {
  const delayMs = numberAt(node.behaviors, "delayMs") ?? 0;
  return {
    type: "text",
    nodeId: node.id,
    text,
    cssClassname: node.cssClassname,
    delayMs,
    effectId: null,
    sources: null,
  };
}

function lastNlu(turn: Turn): NluResult | null {
  const last = turn.state.variables["last"];
  const score = isObject(last) ? numberAt(last, "score") : undefined;
  if (!isObject(last) || score === undefined) return null;
  const entities = Object.entries(objectAt(last, "entities")).map(([name, value]) => ({ name, value }));
  return { intent: textAt(last, "intent"), score, entities };
}

function toNumber(value: Json | undefined, fallback: number): number {
  if (value === null || value === undefined || value === "") return fallback;
  const number = Number(value);
  return Number.isFinite(number) ? number : fallback;
}

function listFrom(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return isList(value) ? value : [value];
}
