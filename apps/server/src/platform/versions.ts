// Optimistic edits: scalars carry the version they were read at (decision 021). Sets change by deltas and need none.
import { sql } from "kysely";
import type { Tx } from "./database.ts";
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
    `${who} changed this in the meantime, so ${listed(fields.map(inWords))} ${fields.length === 1 ? "was" : "were"} not saved. Load it again and repeat your change.`,
    { fields, who, when: stored.updatedAt.toISOString(), version: stored.version },
  );
}

type Versioned =
  | "accounts"
  | "users"
  | "teams"
  | "projects"
  | "project_environment_configs"
  | "customers"
  | "bots"
  | "pypes"
  | "streams"
  | "widgets"
  | "external_agent_integrations"
  | "canned_replies"
  | "llm_credentials"
  | "solutions"
  | "evaluation_sets";

interface VersionedRow extends Record<string, unknown> {
  readonly version: number;
  readonly updated_at: Date;
  /** Widgets carry the time under the name their API gives it. */
  readonly last_updated?: Date;
  readonly updated_by: string | null;
}

/** The same for a row of a table, which stays locked until the transaction ends. `values` are the columns to write. */
export async function refuseStaleRow(
  tx: Tx,
  table: Versioned,
  id: string,
  given: number | null | undefined,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows } = await sql<VersionedRow>`
    select * from ${sql.table(table)} where id = ${id} for no key update`.execute(tx);
  const row = rows[0];
  if (!row || given == null || given === row.version) return;
  const changed = Object.entries(values).filter(([field, value]) => String(row[field]) !== String(value));
  refuseStale(
    given,
    {
      version: row.version,
      updatedAt: row.last_updated ?? row.updated_at,
      updatedByName: await nameOf(tx, row.updated_by),
    },
    Object.fromEntries(changed),
  );
}

async function nameOf(tx: Tx, userId: string | null): Promise<string | undefined> {
  if (!userId) return undefined;
  const user = await tx
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return user && `${user.first_name} ${user.last_name}`;
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

function inWords(field: string): string {
  return field.replaceAll("_", " ");
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
