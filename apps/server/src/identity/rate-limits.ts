// The generic cell rate algorithm in one row per key: exact across restarts and servers, because
// PostgreSQL decides. Keys are MACs: the table does not tell who tried to sign in.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { type ProviderError, tooManyTries } from "./errors.ts";
import type { Sealer } from "./sealing.ts";
import type { Limit } from "./settings.ts";

export interface Bucket {
  readonly name: string;
  readonly limit: Limit;
}

interface Limiter {
  readonly db: Db;
  readonly sealer: Sealer;
}

/** One try from each of some buckets, in the order of their keys so that no two calls wait for each other. */
export type Tries = {
  readonly keys: readonly Buffer[];
  /** Seconds: how long one try takes to come back, and how many all of them do. */
  readonly steps: readonly number[];
  readonly rooms: readonly number[];
};

export const noTries: Tries = { keys: [], steps: [], rooms: [] };

/** Takes one try from every bucket, before the try is made; throws 429 when one of them is empty. */
export async function takeTries({ db, sealer }: Limiter, buckets: readonly Bucket[]): Promise<void> {
  const tries = triesFrom(sealer, buckets);
  const { rows } = await takingTries(tries, sql`true`).execute(db);
  if (rows.length < tries.keys.length) throw await outOfTries(db, tries);
}

/** A try that turned out to be right costs nothing. */
export async function giveBack({ db, sealer }: Limiter, buckets: readonly Bucket[]): Promise<void> {
  await givingBack(triesFrom(sealer, buckets)).execute(db);
}

export function triesFrom(sealer: Sealer, buckets: readonly Bucket[]): Tries {
  const rows = buckets
    .map(({ name, limit }) => ({ key: sealer.mac("rate limit", name), limit }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key));
  return {
    keys: rows.map(({ key }) => key),
    steps: rows.map(({ limit }) => limit.everyMs / 1_000),
    rooms: rows.map(({ limit }) => (limit.everyMs * limit.burst) / 1_000),
  };
}

const rowsOf = ({ keys, steps, rooms }: Tries) => sql`
  select key, make_interval(secs => step) as step, make_interval(secs => room) as room
  from unnest(${keys}::bytea[], ${steps}::double precision[], ${rooms}::double precision[]) as u (key, step, room)`;

/** A statement, or a part of one that does more: answers a row for each bucket that had a try left. */
export function takingTries(tries: Tries, condition: RawBuilder<unknown>) {
  return sql<{ key: Buffer }>`
    with w as (${rowsOf(tries)})
    insert into identity_rate_limits as l (key, full_at)
    select key, clock_timestamp() + step from w where ${condition}
    on conflict (key) do update set full_at = greatest(l.full_at, clock_timestamp()) + (excluded.full_at - clock_timestamp())
      where greatest(l.full_at, clock_timestamp()) + (excluded.full_at - clock_timestamp())
        <= clock_timestamp() + (select room from w where w.key = l.key)
    returning key`;
}

/** A statement, or a part of one that does more. */
export function givingBack(tries: Tries) {
  return sql`update identity_rate_limits l set full_at = l.full_at - w.step
    from (${rowsOf(tries)}) w where w.key = l.key`;
}

/** The error that says how long to wait. */
export async function outOfTries(db: Db, tries: Tries): Promise<ProviderError> {
  const { rows } = await sql<{ wait_ms: number }>`
    select max(extract(epoch from l.full_at + w.step - clock_timestamp() - w.room)) * 1000 as wait_ms
    from identity_rate_limits l join (${rowsOf(tries)}) w on w.key = l.key`.execute(db);
  return tooManyTries(Math.max(1, Math.ceil((rows[0]?.wait_ms ?? 1_000) / 1_000)));
}
