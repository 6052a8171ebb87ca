// The database as one request sees it: every statement carries the request's scope.
import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import type pg from "pg";
import type { Tables } from "#generated/database.ts";
import type { Database } from "../database.ts";
import { forgetIfOutdated } from "../prepared-statements.ts";
import type { RowScope } from "./row-scope.ts";
import { ScopedQuery, scopedName } from "./scoped-query.ts";

export function scopedDatabase(pool: pg.Pool, scope: RowScope): Database {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        connect: async () => scopedClient(await pool.connect(), scope),
        // The pool is the server's and outlives the request.
        end: () => Promise.resolve(),
      },
    }),
  });
}

/** True when the database has the role; it may be missing where Parley may not create roles. */
export async function hasRowSecurity(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(
    `select exists (select 1 from pg_roles where rolname = 'parley_scoped')
       and pg_has_role(current_user, 'parley_scoped', 'member') as has`,
  );
  return rows[0]?.has ?? false;
}

function scopedClient(client: pg.PoolClient, scope: RowScope): PostgresPoolClient {
  let isInTransaction = false;
  let sent: string | undefined;
  const query = (text: string, values: readonly unknown[] = []) => {
    const control = /^(begin|start transaction|commit|rollback|savepoint|release)/.exec(text)?.[1];
    if (control !== undefined) {
      // The end of a transaction, or a step back in it, takes the setting with it.
      sent = undefined;
      isInTransaction = control !== "commit" && text !== "rollback";
      return client.query(text, [...values]);
    }
    const settings = scope.settings();
    if (settings === undefined) return client.query(text, [...values]);
    if (isInTransaction && sent === settings.text)
      return client.query({ text, values: [...values], ...scopedName(text, values) });
    if (isInTransaction) sent = settings.text;
    return new Promise<pg.QueryResult>((resolve, reject) => {
      const done = (error: Error | null, result: pg.QueryResult) => {
        forgetIfOutdated(error);
        return error ? reject(error) : resolve(result);
      };
      client.query(new ScopedQuery({ text, values }, settings, done));
    });
  };
  // Kysely's type has a second signature, for cursors, which nobody here uses.
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy),
  };
}
