// Fills the slots of a task from what was found, turn by turn.
import type { EntityMatch, EntityValue } from "./match.ts";

export type SlotDefinition = { name: string; entity: string; role?: string; required?: boolean };

export type SlotState = { filled: Record<string, EntityValue>; missing: string[] };

/** Each find fills one slot: first those that name its role, then those that name none. A new find replaces an old value. */
export function fillSlots(
  slots: readonly SlotDefinition[],
  matches: readonly EntityMatch[],
  before: Readonly<Record<string, EntityValue>> = {},
): SlotState {
  const filled: Record<string, EntityValue> = { ...before };
  const used = new Set<EntityMatch>();
  const takenNow = new Set<string>();
  for (const wantsRole of [true, false]) {
    for (const slot of slots) {
      if ((slot.role !== undefined) !== wantsRole || takenNow.has(slot.name)) continue;
      const match = matches.find(
        (entry) =>
          !used.has(entry) && entry.entity === slot.entity && (!wantsRole || entry.role === slot.role),
      );
      if (!match) continue;
      used.add(match);
      takenNow.add(slot.name);
      filled[slot.name] = match.value;
    }
  }
  const missing = slots.filter((slot) => slot.required === true && !Object.hasOwn(filled, slot.name));
  return { filled, missing: missing.map((slot) => slot.name) };
}
