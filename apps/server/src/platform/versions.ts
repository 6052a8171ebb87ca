// Optimistic edits: scalars carry the version they were read at (decision 021). Sets change by deltas and need none.
import { Conflict } from "./errors.ts";

export interface StoredVersion {
  readonly version: number;
  readonly updatedAt: Date;
  /** The person's name, or undefined when the server itself or a person who is gone wrote last. */
  readonly updatedByName: string | undefined;
}

/** Refuses the edits of a caller who read an older version, naming each field, who changed it and when. */
export function refuseStale(
  given: number | null | undefined,
  stored: StoredVersion,
  changes: Readonly<Record<string, unknown>>,
): void {
  const fields = Object.keys(changes);
  if (given === null || given === undefined || given === stored.version || fields.length === 0) return;
  const who = stored.updatedByName ?? "Somebody else";
  throw new Conflict(
    `${who} changed this in the meantime, so ${listed(fields)} ${fields.length === 1 ? "was" : "were"} not saved. Load it again and repeat your change.`,
    { fields, who, when: stored.updatedAt.toISOString(), version: stored.version },
  );
}

/** The edits that differ from what is stored; a field that was not sent (undefined) is no edit. */
export function changedFields<T extends object>(
  stored: T,
  edits: { [K in keyof T]?: T[K] | undefined },
): Partial<T> {
  const changed: Partial<T> = {};
  for (const key of Object.keys(edits)) {
    if (!isKeyOf(stored, key) || edits[key] === undefined) continue;
    if (asText(edits[key]) !== asText(stored[key])) changed[key] = edits[key];
  }
  return changed;
}

function isKeyOf<T extends object>(object: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(object, key);
}

function asText(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? "";
}

// jsonb reorders keys, so equal settings may differ in their order.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
