// DATABASE_URL may lead to a pooler instead of to PostgreSQL itself (docs/operations/poolers.md). What it must be told
// is said at the start, before calls fail for reasons nobody would guess.
import type pg from "pg";
import { ConfigError } from "./config.ts";

const pageToRead = "See docs/operations/poolers.md.";

/** A sentence for the log when connections are handed out by transaction. Throws one when nothing can work. */
export async function lookForPooler(pool: Pick<pg.Pool, "connect">): Promise<string | undefined> {
  const one = await pool.connect().catch(explain);
  try {
    const other = await pool.connect();
    try {
      return (await isSameSession(one, other))
        ? `The database is reached through a pooler that hands connections out by transaction. ${pageToRead}`
        : undefined;
    } finally {
      other.release();
    }
  } finally {
    one.release();
  }
}

/** Two connections that are open at once and one session: between two transactions somebody gives it away. */
async function isSameSession(one: pg.PoolClient, other: pg.PoolClient): Promise<boolean> {
  const first = await sessionOf(one);
  return first === (await sessionOf(other)) || first !== (await sessionOf(one));
}

async function sessionOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

function explain(error: unknown): never {
  const [, parameter] = /unsupported startup parameter(?: in options)?: (\S+)/.exec(String(error)) ?? [];
  if (parameter === undefined) throw error;
  throw new ConfigError(
    `The pooler that DATABASE_URL leads to does not let ${parameter} pass. Add it to ignore_startup_parameters there. ${pageToRead}`,
  );
}
