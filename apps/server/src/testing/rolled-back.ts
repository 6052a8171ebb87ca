// A database whose every change is taken back: one connection in an outer transaction, where the transactions of
// the code under test are savepoints.
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Tables } from "#generated/database.ts";
import type { Database } from "#platform/database.ts";
import type { Services } from "../context.ts";

export interface RolledBack {
  readonly db: Database;
  readonly client: pg.Client;
  /** Runs the work and takes back all it did. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** The same, and by how much writesNow() grew. */
  runCounted<T>(work: () => Promise<T>): Promise<{ result: T; writes: number }>;
  /** Audit entries and outbox rows: every change writes both; row locks alone are no change. */
  writesNow(): Promise<number>;
  /** The services of a server, but for this connection alone. */
  services(of: Services): Services;
  close(): Promise<void>;
}

export async function rolledBack(url: string): Promise<RolledBack> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const nameOf = statementNames();
  const send = (statement: string | pg.QueryConfig, values?: unknown[]) => {
    if (typeof statement !== "string") return client.query(statement);
    const text = asSavepoint(statement);
    const name = nameOf(text);
    return name && values?.length ? client.query({ name, text, values }) : client.query(text, values);
  };
  const inner = new Proxy(client, {
    get(target, key) {
      if (key === "release") return () => undefined;
      return key === "query" ? send : (Reflect.get(target, key, target) as unknown);
    },
  });
  const pool = {
    connect: () => Promise.resolve(inner),
    query: send,
    end: () => client.end(),
  } as unknown as pg.Pool;
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    client,
    async run(work) {
      await client.query(begin);
      try {
        return await work();
      } finally {
        await client.query("rollback");
      }
    },
    async runCounted(work) {
      const before = countOf(await client.query(`${begin}; ${countWrites}`));
      try {
        const result = await work();
        return { result, writes: countOf(await client.query(countWrites)) - before };
      } finally {
        await client.query("rollback");
      }
    },
    writesNow: async () => countOf(await client.query(countWrites)),
    // What a server shares among its calls goes by its `live`: a connection of its own shares with nobody.
    services: (of) => ({ ...of, db, pool, live: { ...of.live } }),
    close: () => client.end(),
  };
}

// One view of the database throughout: what the running server commits meanwhile is not the work's doing.
const begin = "begin isolation level repeatable read";

const countWrites = "select ((select count(*) from audit_log) + (select count(*) from outbox))::int as count";

/** Of statements sent together pg answers a list, whatever its types say. */
function countOf(answer: pg.QueryResult<{ count: number }> | pg.QueryResult<{ count: number }>[]): number {
  const [row] = [answer].flat().at(-1)?.rows ?? [];
  return row?.count ?? 0;
}

/** A text is prepared from its second use on: the same calls come thousands of times. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return (text) => {
    if (seen.has(text) && !names.has(text)) names.set(text, `again-${names.size}`);
    seen.add(text);
    return names.get(text);
  };
}

function asSavepoint(statement: string): string {
  if (/^(begin|start transaction)/i.test(statement)) return "savepoint inner_transaction";
  if (/^commit/i.test(statement)) return "release savepoint inner_transaction";
  if (/^rollback$/i.test(statement.trim())) return "rollback to savepoint inner_transaction";
  return statement;
}
