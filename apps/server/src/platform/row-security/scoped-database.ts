// The database as one request sees it: every statement carries the request's scope. Made for every request, so
// what all of them share is made once. Without a scope it is the database as the server sees it.
import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
} from "kysely";
import type pg from "pg";
import type { Tables } from "#generated/database.ts";
import type { Database } from "../database.ts";
import type { RowScope } from "./row-scope.ts";
import { ScopedConnection, transactions } from "./scoped-connection.ts";

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();
// Asked for nothing but what PostgreSQL is like: connections come from the request's own provider.
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error("Connections come by request.")),
});
const config = { dialect };

export function scopedDatabase(pool: pg.Pool, scope?: RowScope): Database {
  const executor = new DefaultQueryExecutor(compiler, adapter, new ScopedConnections(pool, scope));
  return new Kysely<Tables>({ config, dialect, driver: transactions, executor });
}

/** True when the database has the role; it may be missing where Parley may not create roles. */
export async function hasRowSecurity(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(
    `select exists (select 1 from pg_roles where rolname = 'parley_scoped')
       and pg_has_role(current_user, 'parley_scoped', 'member') as has`,
  );
  return rows[0]?.has ?? false;
}

class ScopedConnections implements ConnectionProvider {
  readonly #pool: pg.Pool;
  readonly #scope: RowScope | undefined;

  constructor(pool: pg.Pool, scope: RowScope | undefined) {
    this.#pool = pool;
    this.#scope = scope;
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    const connection = new ScopedConnection(await this.#pool.connect(), this.#scope);
    try {
      return await consumer(connection);
    } finally {
      connection.release();
    }
  }
}
