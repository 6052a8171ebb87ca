// One effect and one answer per idempotency key, for every mutation alike. change() keeps the effect single; this
// keeps the answer: whoever repeats a request gets what the first one was told, even where the resolver's own checks
// would now see the first one's effect ("there is already a team of that name").
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { canonicalJson } from "./canonical.ts";
import type { Database } from "./database.ts";
import { Conflict } from "./errors.ts";
import type { Secrets } from "./secrets/secrets.ts";

/** Answers as the first call under this key was answered, or runs the call. */
export type Once = (call: KeyedCall, resolve: () => Promise<unknown>) => Promise<unknown>;

export interface KeyedCall {
  readonly userId: string;
  readonly key: string;
  readonly field: string;
  readonly args: unknown;
}

interface Running {
  readonly hash: string;
  readonly result: Promise<unknown>;
}

/** How long the answer of another server is waited for, between one look and the next. */
const waitsForTwinMs = [20, 60, 150, 400];

export function createOnce(db: Database, secrets: Secrets, waitsMs = waitsForTwinMs): Once {
  // Repeats that reach this server while the first is still being answered.
  const running = new Map<string, Running>();
  return async (call, resolve) => {
    const hash = createHash("sha256").update(canonicalJson(call.args)).digest("hex");
    const name = `${call.userId} ${call.key} ${call.field}`;
    const known = running.get(name);
    if (known) {
      refuseOther(known.hash, hash);
      return known.result;
    }
    const result = firstOrStored(call, hash, resolve);
    running.set(name, { hash, result });
    try {
      return await result;
    } finally {
      running.delete(name);
    }
  };

  async function firstOrStored(
    call: KeyedCall,
    hash: string,
    resolve: () => Promise<unknown>,
  ): Promise<unknown> {
    const stored = await answerOf(db, secrets, call, hash);
    if (stored) return stored.answer;
    try {
      const answer = await resolve();
      await keep(db, secrets, call, hash, answer);
      return answer;
    } catch (error) {
      const elsewhere = await answerOfTwin(db, secrets, call, hash, waitsMs);
      if (elsewhere) return elsewhere.answer;
      throw error;
    }
  }
}

function refuseOther(known: string, given: string): void {
  if (known !== given) throw new Conflict("This idempotency key was already used for a different request.");
}

const rowOf = (call: KeyedCall) => `${call.key}/${call.field}/answer`;
const bindingOf = (call: KeyedCall) =>
  ({
    tenantId: "system",
    column: "idempotency_keys.response",
    rowId: `${call.userId} ${rowOf(call)}`,
  }) as const;

async function answerOf(
  db: Database,
  secrets: Secrets,
  call: KeyedCall,
  hash: string,
): Promise<{ answer: unknown } | undefined> {
  const { rows } = await sql<{ request_hash: string; response: { sealed: string } | null }>`
    select request_hash, response from idempotency_keys
    where user_id = ${call.userId} and key = ${rowOf(call)}`.execute(db);
  const stored = rows[0];
  if (!stored?.response) return undefined;
  refuseOther(stored.request_hash, hash);
  // What a mutation answers may hold a secret that is shown once, so it is kept sealed.
  return { answer: JSON.parse(secrets.decryptSecret(stored.response.sealed, bindingOf(call))) as unknown };
}

/** The same request reached another server at the same moment, and that one was first: its answer is on its way. */
async function answerOfTwin(
  db: Database,
  secrets: Secrets,
  call: KeyedCall,
  hash: string,
  waitsMs: readonly number[],
) {
  for (const waitMs of waitsMs) {
    const { rows } = await sql`select 1 from idempotency_keys
      where user_id = ${call.userId} and key like ${`${call.key.replaceAll(/[\\%_]/g, "\\$&")}/${call.field}/%`} limit 1`
      .execute(db)
      .catch(() => ({ rows: [] }));
    if (rows.length === 0) return undefined;
    const answer = await answerOf(db, secrets, call, hash);
    if (answer) return answer;
    await sleep(waitMs);
  }
  return undefined;
}

async function keep(
  db: Database,
  secrets: Secrets,
  call: KeyedCall,
  hash: string,
  answer: unknown,
): Promise<void> {
  const text = JSON.stringify(answer ?? null);
  // An answer with parts that are worked out later cannot be kept; its change still happens once.
  if (!isPlain(answer)) return;
  const sealed = secrets.encryptSecret(text, bindingOf(call));
  await sql`insert into idempotency_keys (user_id, key, operation, request_hash, response)
    values (${call.userId}, ${rowOf(call)}, ${call.field}, ${hash}, ${JSON.stringify({ sealed })}::jsonb)
    on conflict do nothing`
    .execute(db)
    // The call itself went well. Without this row a repeat is answered by change().
    .catch(() => undefined);
}

function isPlain(value: unknown): boolean {
  if (value === null || value === undefined || value instanceof Date) return true;
  // Hashes of a row that no field shows.
  if (value instanceof Uint8Array) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value === "object") {
    const proto: unknown = Object.getPrototypeOf(value);
    return (proto === Object.prototype || proto === null) && Object.values(value).every(isPlain);
  }
  return ["string", "number", "boolean"].includes(typeof value);
}
