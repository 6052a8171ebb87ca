// Fills the slots of an intent from what was found in the visitor's words, turn by turn.
import { isEmptyValue } from "../json.ts";
import type { Json } from "../json.ts";
import type { NluEntity } from "./events.ts";

/** Something an intent wants to know before the flow goes on; its name is the variable it fills (decision 150). */
export type Slot = {
  readonly name: string;
  /** What fills it; without one, all the words of the answer do (decision 200). */
  readonly entity?: string | undefined;
  readonly role?: string | undefined;
  readonly required?: boolean | undefined;
  /** Asked when a required slot is empty. */
  readonly prompt?: string | undefined;
  /** Said instead of the prompt when the answer did not hold it. */
  readonly retryMessage?: string | undefined;
  /** What is known from before counts; other slots start empty each time the intent is met. */
  readonly keep?: boolean | undefined;
  /** The answers there are, when they are few enough to offer. */
  readonly choices?: readonly string[] | undefined;
};

/** By intent. */
export type Slots = ReadonlyMap<string, readonly Slot[]>;

export interface Filled {
  readonly values: { readonly [name: string]: Json };
  /** The visitor's own words for each value found now. */
  readonly words: { readonly [name: string]: string };
  /** Required slots that are still empty, in their order. */
  readonly missing: readonly string[];
}

/**
 * Each find fills one slot: the one that was asked for, then those that name its role, then those that name none.
 * A new find replaces an old value, except that an answer leaves alone what was not asked for and has no role.
 */
export function fillSlots(
  slots: readonly Slot[],
  found: readonly NluEntity[],
  before: { readonly [name: string]: Json } = {},
  asked?: string,
): Filled {
  const values: Record<string, Json> = { ...before };
  const words: Record<string, string> = {};
  const used = new Set<NluEntity>();
  const take = (slot: Slot, fits: (entity: NluEntity) => boolean): void => {
    if (Object.hasOwn(words, slot.name)) return;
    const match = found.find((entity) => !used.has(entity) && fits(entity));
    if (!match) return;
    used.add(match);
    values[slot.name] = match.value;
    words[slot.name] = match.text ?? "";
  };
  for (const slot of slots)
    if (slot.name === asked) {
      take(slot, (entity) => hasRole(entity, slot));
      // Whoever is asked "where to?" says "Oslo", not "to Oslo".
      take(slot, (entity) => entity.name === slot.entity);
    }
  for (const slot of slots) if (slot.role !== undefined) take(slot, (entity) => hasRole(entity, slot));
  for (const slot of slots) {
    const isSettled = asked !== undefined && slot.name !== asked && !isEmptyValue(values[slot.name]);
    if (slot.role === undefined && !isSettled) take(slot, (entity) => isOf(entity, slot));
  }
  const missing = slots.filter((slot) => slot.required === true && isEmptyValue(values[slot.name]));
  return { values, words, missing: missing.map((slot) => slot.name) };
}

function hasRole(entity: NluEntity, slot: Slot): boolean {
  return slot.role !== undefined && entity.name === `${slot.entity}_${slot.role}`;
}

function isOf(entity: NluEntity, slot: Slot): boolean {
  return (entity.entity ?? entity.name) === slot.entity;
}
