import type { Kysely, Transaction } from "kysely";
import pg from "pg";
import type { Tables } from "#generated/database.ts";
import type { Log } from "./log.ts";
import { readTime } from "./read-time.ts";
import { uuidArray } from "./row-security/row-reader.ts";
import { scopedDatabase } from "./row-security/scoped-database.ts";
import { ScopedQuery } from "./row-security/scoped-query.ts";
import { PreparingClient } from "./prepared-statements.ts";
import { closeUnused } from "./unused-connections.ts";

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** What a query function takes: it neither knows nor cares whether a transaction is open. */
export type Db = Database | Tx;

// bigint columns are counts and sequences here, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTime);
const readAnyArray: (text: string) => unknown = pg.types.getTypeParser(uuidArray, "text");
// Ids hold nothing that would have to be quoted.
pg.types.setTypeParser(uuidArray, "text", (text: string) =>
  /^\{[0-9a-f]/.test(text) && !text.includes("NULL") ? text.slice(1, -1).split(",") : readAnyArray(text),
);

export interface DatabaseConnection {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly url: string;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Called after every commit. The database then tells nobody of new outbox rows by itself. */
  readonly onCommit?: () => void;
}

export function connectDatabase(
  url: string,
  poolSize: number,
  log: Log,
  { onCommit }: ConnectOptions = {},
): DatabaseConnection {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    // Those that nobody uses are closed below.
    idleTimeoutMillis: 0,
    application_name: "parley",
    // A statement that outlives its request only holds locks.
    statement_timeout: 30_000,
    ...(onCommit && { options: "-c parley.hints=off" }),
  });
  // An idle connection dies when the database restarts; the pool replaces it on the next use.
  pool.on("error", (error) => log.warn({ reason: error.message }, "an idle database connection was lost"));
  // A checked-out client that dies rejects its query; without a listener it would also end the process.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    if (onCommit) tellOfCommits(client, onCommit);
  });
  const unused = closeUnused(pool, Math.ceil(poolSize / 4), 30_000);
  let closing: Promise<void> | undefined;
  const close = () => {
    unused.stop();
    return (closing ??= pool.end());
  };
  return { db: scopedDatabase(pool), pool, url, close };
}

/** Also of outbox rows that are written without a transaction of their own. */
function tellOfCommits(client: pg.PoolClient, onCommit: () => void): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const [statement] = given;
    if (statement instanceof ScopedQuery && isOutboxRow(statement.text)) statement.whenDone(onCommit);
    const answer = send(...given);
    if (answer instanceof Promise && (statement === "commit" || isOutboxRow(statement)))
      void answer.then(onCommit, () => undefined);
    return answer;
  }) as pg.PoolClient["query"];
}

/** Statements come again and again, and looking through one takes longer than remembering. */
const looked = new Map<string, boolean>();
const mostLooked = 5_000;
const longestLooked = 10_000;

function isOutboxRow(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const known = looked.get(text);
  if (known !== undefined) return known;
  const isOne = /insert into "?outbox"?\s/.test(text);
  if (looked.size < mostLooked && text.length <= longestLooked) looked.set(text, isOne);
  return isOne;
}
