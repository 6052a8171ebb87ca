// The generic cell rate algorithm in one row per key: exact across restarts and servers, because
// PostgreSQL decides. Keys are MACs: the table does not tell who tried to sign in.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { tooManyTries } from "./errors.ts";
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

/** Takes one try from every bucket, before the try is made; throws 429 when one of them is empty. */
export async function takeTries(limiter: Limiter, buckets: readonly Bucket[]): Promise<void> {
  const wanted = rowsOf(limiter, buckets);
  const taken = await sql<{ key: Buffer }>`
    insert into identity_rate_limits as l (key, full_at)
    select key, clock_timestamp() + step from ${wanted}
    on conflict (key) do update set full_at = greatest(l.full_at, clock_timestamp()) + (excluded.full_at - clock_timestamp())
      where greatest(l.full_at, clock_timestamp()) + (excluded.full_at - clock_timestamp())
        <= clock_timestamp() + (select room from ${wanted} where w.key = l.key)
    returning key`.execute(limiter.db);
  if (taken.rows.length === buckets.length) return;
  const { rows } = await sql<{ wait_ms: number }>`
    select max(extract(epoch from l.full_at + w.step - clock_timestamp() - w.room)) * 1000 as wait_ms
    from identity_rate_limits l join ${wanted} on w.key = l.key`.execute(limiter.db);
  throw tooManyTries(Math.max(1, Math.ceil((rows[0]?.wait_ms ?? 1_000) / 1_000)));
}

/** A try that turned out to be right costs nothing. */
export async function giveBack(limiter: Limiter, buckets: readonly Bucket[]): Promise<void> {
  await sql`update identity_rate_limits l set full_at = l.full_at - w.step
    from ${rowsOf(limiter, buckets)} where w.key = l.key`.execute(limiter.db);
}

/** The buckets as rows `w (key, step, room)`, in the order of their keys so that no two calls wait for each other. */
function rowsOf(limiter: Limiter, buckets: readonly Bucket[]) {
  const rows = buckets
    .map(({ name, limit }) => ({ key: limiter.sealer.mac("rate limit", name), limit }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key));
  const keys = rows.map(({ key }) => key);
  const steps = rows.map(({ limit }) => limit.everyMs / 1_000);
  const rooms = rows.map(({ limit }) => (limit.everyMs * limit.burst) / 1_000);
  return sql`(select key, make_interval(secs => step) as step, make_interval(secs => room) as room
    from unnest(${keys}::bytea[], ${steps}::double precision[], ${rooms}::double precision[]) as u (key, step, room)) w`;
}
