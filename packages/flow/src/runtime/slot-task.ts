// Before an intent leads anywhere its slots are filled, and what is missing is asked for (decision 150).
import { isEmptyValue, objectAt } from "../json.ts";
import type { Json } from "../json.ts";
import { leave, notUnderstood } from "./enter.ts";
import type { NluEntity, VisitorEvent } from "./events.ts";
import { interpolate } from "./interpolate.ts";
import { setVariable } from "./node-run.ts";
import { fillSlots } from "./slots.ts";
import type { Filled, Slot } from "./slots.ts";
import type { Awaiting } from "./state.ts";
import { count, findNode, noteOn, waitFor } from "./turn.ts";
import type { Next, Turn } from "./turn.ts";

type SlotTask = Extract<Next, { kind: "slots" }>;
type AwaitedSlot = Extract<Awaiting, { kind: "slot" }>;

const mostWrongAnswers = 2;

export function slotsOf(turn: Turn, intent: string): readonly Slot[] {
  return turn.options.slots?.get(intent) ?? [];
}

/** Takes what the words hold, then asks for the next missing slot or goes where the intent leads. */
export function workOnSlots(turn: Turn, task: SlotTask): Next {
  const slots = slotsOf(turn, task.intent);
  if (task.isNew) for (const slot of slots) if (slot.keep !== true) setVariable(turn, slot.name, null);
  store(turn, slots, task.entities, undefined);
  return goOn(turn, slots, task);
}

/** Undefined when the words do not hold what was asked for. */
export function answerSlot(turn: Turn, event: VisitorEvent, awaiting: AwaitedSlot): Next | undefined {
  const slots = slotsOf(turn, awaiting.intent);
  const asked = slots.find((slot) => slot.name === awaiting.slot);
  if (asked?.entity === undefined) return undefined;
  const chosen = pressedChoice(event, awaiting, asked);
  const found =
    chosen === undefined ? entitiesIn(event) : [{ name: asked.entity, value: chosen, text: chosen }];
  if (!Object.hasOwn(fillSlots([asked], found, {}, asked.name).words, asked.name)) return undefined;
  store(turn, slots, found, asked.name);
  return goOn(turn, slots, taskOf(awaiting));
}

/** Any words will do for a slot without an entity, once nothing else claims them. Undefined for other slots. */
export function answerInWords(turn: Turn, event: VisitorEvent, awaiting: AwaitedSlot): Next | undefined {
  const slots = slotsOf(turn, awaiting.intent);
  const asked = slots.find((slot) => slot.name === awaiting.slot);
  const words = event.type === "text" ? event.text.trim() : "";
  if (!asked || asked.entity !== undefined || words === "") return undefined;
  fill(turn, { [asked.name]: words }, { [asked.name]: words });
  store(turn, slots, entitiesIn(event), asked.name);
  return goOn(turn, slots, taskOf(awaiting));
}

/** Takes what else the words hold and asks again; after some tries the intent is given up and the fallback answers. */
export function wrongSlotAnswer(turn: Turn, event: VisitorEvent, awaiting: AwaitedSlot): Next {
  const slots = slotsOf(turn, awaiting.intent);
  if (store(turn, slots, entitiesIn(event), awaiting.slot)) return goOn(turn, slots, taskOf(awaiting));
  const slot = slots.find((candidate) => candidate.name === awaiting.slot);
  const attempts = turn.state.counters.attempts + 1;
  if (!slot || attempts > mostWrongAnswers) {
    noteOn(turn, null, `Gave up on the slot ${awaiting.slot} of ${awaiting.intent}`);
    waitFor(turn, { kind: "anything" });
    return notUnderstood(turn);
  }
  count(turn, { attempts });
  const again = slot.retryMessage || `I could not find that in your answer. ${slot.prompt ?? ""}`.trim();
  return ask(turn, slot, awaiting, again);
}

function goOn(turn: Turn, slots: readonly Slot[], task: SlotTask): Next {
  const missing = slots.find((slot) => slot.required === true && isEmpty(turn, slot));
  if (missing) {
    count(turn, { attempts: 0 });
    return ask(turn, missing, task, missing.prompt || `${missing.name}?`);
  }
  turn.state.awaiting = null;
  if (task.port === null) return { kind: "enter", nodeId: task.nodeId };
  const node = findNode(turn, task.nodeId);
  return node ? leave(turn, node, task.port) : waitFor(turn, { kind: "anything" });
}

function ask(
  turn: Turn,
  slot: Slot,
  { intent, nodeId, port }: Pick<AwaitedSlot, "intent" | "nodeId" | "port">,
  text: string,
): null {
  const shown = interpolate(text, turn.state.variables);
  turn.outputs.push({
    type: "text",
    nodeId,
    text: shown,
    cssClassname: "",
    delayMs: 0,
    effectId: null,
    sources: null,
  });
  const choices = (slot.choices ?? []).map((value) => ({ id: value, label: value }));
  if (choices.length > 0) turn.outputs.push({ type: "quickReplies", nodeId, choices });
  noteOn(turn, null, `Asked for the slot ${slot.name} of ${intent}`);
  return waitFor(turn, { kind: "slot", intent, slot: slot.name, nodeId, port });
}

/** Says whether anything was found. */
function store(
  turn: Turn,
  slots: readonly Slot[],
  found: readonly NluEntity[],
  asked: string | undefined,
): boolean {
  const before: Record<string, Json> = {};
  for (const { name } of slots) before[name] = turn.state.variables[name] ?? null;
  const { values, words } = fillSlots(slots, found, before, asked);
  return fill(turn, values, words);
}

/** The words themselves are kept in the variable `slots`. */
function fill(turn: Turn, values: Filled["values"], words: Filled["words"]): boolean {
  const names = Object.keys(words);
  for (const name of names) setVariable(turn, name, values[name] ?? null);
  if (names.length === 0) return false;
  setVariable(turn, "slots", { ...objectAt(turn.state.variables, "slots"), ...words });
  noteOn(turn, null, `Filled ${names.map((name) => `${name} with “${words[name] ?? ""}”`).join(", ")}`);
  return true;
}

function entitiesIn(event: VisitorEvent): readonly NluEntity[] {
  return event.type === "text" ? (event.nlu?.entities ?? []) : [];
}

function taskOf({ intent, nodeId, port }: AwaitedSlot): SlotTask {
  return { kind: "slots", intent, nodeId, port, entities: [], isNew: false };
}

function pressedChoice(event: VisitorEvent, awaiting: AwaitedSlot, slot: Slot): string | undefined {
  if (event.type !== "choice" || (event.nodeId !== undefined && event.nodeId !== awaiting.nodeId))
    return undefined;
  return slot.choices?.find((value) => value === event.choiceId);
}

function isEmpty(turn: Turn, slot: Slot): boolean {
  return isEmptyValue(turn.state.variables[slot.name]);
}
