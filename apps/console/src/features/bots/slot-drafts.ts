import { type SlotEntry, slotFile } from "@parley/bot-data/slot";

/** Undefined when the file is not one the form knows. */
export function readSlots(content: string): SlotEntry[] | undefined {
  try {
    return slotFile.safeParse(JSON.parse(content)).data?.slots;
  } catch {
    return undefined;
  }
}

/** Empty parts are left out, so that the file says only what was decided. */
export function slotsText(slots: readonly SlotEntry[]): string {
  const kept = slots.map((slot) =>
    Object.fromEntries(
      Object.entries(slot).filter(([, value]) => value !== "" && value !== false && value !== undefined),
    ),
  );
  return `${JSON.stringify({ slots: kept }, null, 2)}\n`;
}

/** A name that is free yet. */
export function emptySlot(slots: readonly SlotEntry[], entity: string | undefined): SlotEntry {
  let number = slots.length + 1;
  while (slots.some((slot) => slot.name === `slot${number}`)) number += 1;
  return { name: `slot${number}`, entity, required: true, prompt: "" };
}
