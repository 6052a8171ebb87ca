// A database whose every change is taken back: one connection in an outer transaction, where the transactions of
// the code under test are savepoints.
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Tables } from "#generated/database.ts";
import type { Database } from "#platform/database.ts";

export interface RolledBack {
  readonly db: Database;
  readonly client: pg.Client;
  /** Runs the work and takes back all it did. */
  run<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function rolledBack(url: string): Promise<RolledBack> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const inner = new Proxy(client, {
    get(target, key) {
      if (key === "release") return () => undefined;
      if (key !== "query") return Reflect.get(target, key, target) as unknown;
      return (statement: string, values?: unknown[]) => target.query(asSavepoint(statement), values);
    },
  });
  const pool = { connect: () => Promise.resolve(inner), end: () => client.end() };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) });
  return {
    db,
    client,
    async run(work) {
      // One view of the database throughout: what the running server commits meanwhile is not the work's doing.
      await client.query("begin isolation level repeatable read");
      try {
        return await work();
      } finally {
        await client.query("rollback");
      }
    },
    close: () => client.end(),
  };
}

function asSavepoint(statement: string): string {
  if (/^(begin|start transaction)/i.test(statement)) return "savepoint inner_transaction";
  if (/^commit/i.test(statement)) return "release savepoint inner_transaction";
  if (/^rollback$/i.test(statement.trim())) return "rollback to savepoint inner_transaction";
  return statement;
}
