import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Tables } from "#generated/database.ts";
import type { Log } from "./log.ts";
import { PreparingClient } from "./prepared-statements.ts";

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** What a query function takes: it neither knows nor cares whether a transaction is open. */
export type Db = Database | Tx;

// bigint columns are counts and sequences here, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export interface DatabaseConnection {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly url: string;
  close(): Promise<void>;
}

export function connectDatabase(url: string, poolSize: number, log: Log): DatabaseConnection {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: "parley",
    // A statement that outlives its request only holds locks.
    statement_timeout: 30_000,
  });
  // An idle connection dies when the database restarts; the pool replaces it on the next use.
  pool.on("error", (error) => log.warn({ reason: error.message }, "an idle database connection was lost"));
  // A checked-out client that dies rejects its query; without a listener it would also end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, url, close: () => db.destroy() };
}
