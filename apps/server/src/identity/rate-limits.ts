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
  for (const bucket of buckets) {
    const waitMs = await takeTry(limiter, bucket);
    if (waitMs > 0) throw tooManyTries(Math.max(1, Math.ceil(waitMs / 1000)));
  }
}

/** A try that turned out to be right costs nothing. */
export async function giveBack(limiter: Limiter, buckets: readonly Bucket[]): Promise<void> {
  for (const { name, limit } of buckets) {
    await sql`update identity_rate_limits set full_at = full_at - ${interval(limit.everyMs)}
      where key = ${keyOf(limiter, name)}`.execute(limiter.db);
  }
}

async function takeTry(limiter: Limiter, { name, limit }: Bucket): Promise<number> {
  const key = keyOf(limiter, name);
  const step = interval(limit.everyMs);
  const room = interval(limit.everyMs * limit.burst);
  const taken = await sql<{ full_at: Date }>`
    insert into identity_rate_limits as l (key, full_at) values (${key}, clock_timestamp() + ${step})
    on conflict (key) do update set full_at = greatest(l.full_at, clock_timestamp()) + ${step}
      where greatest(l.full_at, clock_timestamp()) + ${step} <= clock_timestamp() + ${room}
    returning full_at`.execute(limiter.db);
  if (taken.rows.length > 0) return 0;
  const { rows } = await sql<{ wait_ms: number }>`
    select extract(epoch from full_at + ${step} - clock_timestamp() - ${room}) * 1000 as wait_ms
    from identity_rate_limits where key = ${key}`.execute(limiter.db);
  return Math.max(1, rows[0]?.wait_ms ?? 1);
}

function keyOf(limiter: Limiter, name: string): Buffer {
  return limiter.sealer.mac("rate limit", name);
}

function interval(milliseconds: number) {
  return sql`make_interval(secs => ${milliseconds / 1000}::double precision)`;
}
