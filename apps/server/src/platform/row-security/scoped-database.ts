// The database as one request sees it: every statement carries the request's scope. Made for every request, so
// what all of them share is made once. Without a scope it is the database as the server sees it.
import {
  type AbortableQueryOptions,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import pg from "pg";
import type { Tables } from "#generated/database.ts";
import type { Database } from "../database.ts";
import { isOutdated } from "../prepared-statements.ts";
import { takeConnection } from "../take-connection.ts";
import type { RowScope } from "./row-scope.ts";
import { resultOf, ScopedConnection, send, type Tell, transactions } from "./scoped-connection.ts";
import type { Outcome } from "./scoped-query.ts";

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();
// Asked for nothing but what PostgreSQL is like: connections come from the request's own provider.
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error("Connections come by request.")),
});
const config = { dialect };

export function scopedDatabase(pool: pg.Pool, scope?: RowScope): Database {
  const executor = new ScopedExecutor(pool, scope);
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

/** Sends a statement that stands alone without the many promises of the usual way, which is there for transactions. */
class ScopedExecutor extends DefaultQueryExecutor {
  readonly #pool: pg.Pool;
  readonly #scope: RowScope | undefined;

  constructor(pool: pg.Pool, scope: RowScope | undefined) {
    super(compiler, adapter, new ScopedConnections(pool, scope));
    this.#pool = pool;
    this.#scope = scope;
  }

  override async executeQuery<R>(
    statement: CompiledQuery,
    options?: AbortableQueryOptions,
  ): Promise<QueryResult<R>> {
    if (options?.signal) return super.executeQuery(statement, options);
    try {
      return resultOf<R>(await this.#sendAlone(statement));
    } catch (error) {
      // From here it leads to who asked instead of to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  #sendAlone(statement: CompiledQuery): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      takeConnection(this.#pool, (error, client) => {
        if (error || !client) return reject(error ?? new Error("There is no connection."));
        const settings = this.#scope?.settings();
        const finish: Tell = (failure, outcome) => {
          client.release(isOver(failure));
          return failure ? reject(failure) : resolve(outcome);
        };
        send(client, statement, settings, (failure, outcome) => {
          if (isOutdated(failure)) setImmediate(send, client, statement, settings, finish);
          else finish(failure, outcome);
        });
      });
    });
  }
}

/** Ended by an administrator or by a crash: the connection is about to close, and must not be used again. */
function isOver(failure: Error | null): boolean {
  return failure instanceof pg.DatabaseError && failure.code?.startsWith("57P") === true;
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
