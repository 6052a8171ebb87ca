// One connection while one request uses it, and the transactions on it.
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import type pg from "pg";
import { forgetIfOutdated, nameOf } from "../prepared-statements.ts";
import type { RowScope } from "./row-scope.ts";
import { type Outcome, ScopedQuery } from "./scoped-query.ts";

const writes: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

export class ScopedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #scope: RowScope | undefined;
  #isInTransaction = false;
  #sent: string | undefined;
  #isBroken = false;

  constructor(client: pg.PoolClient, scope: RowScope | undefined) {
    this.#client = client;
    this.#scope = scope;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { command, rowCount, rows } = await this.#send(sql, parameters);
      // Every caller says what its statement answers.
      const answered = rows as R[];
      return writes.has(command) ? { numAffectedRows: BigInt(rowCount), rows: answered } : { rows: answered };
    } catch (error) {
      // From here it leads to who asked instead of to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** Answers what the statement became: a commit of a failed transaction is a rollback. */
  async control(text: string): Promise<string> {
    // The end of a transaction, or a step back in it, takes the setting with it.
    this.#sent = undefined;
    this.#isInTransaction = !/^(commit|rollback)$/.test(text);
    return (await this.#client.query(text)).command;
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Nothing is streamed from the database.");
  }

  /** What became of its transaction is not known: it must not be used again. */
  discard(): void {
    this.#isBroken = true;
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  async #send(text: string, values: readonly unknown[]): Promise<Outcome> {
    const isStep = /^(savepoint|release|rollback)/.test(text);
    if (isStep) this.#sent = undefined;
    const settings = isStep ? undefined : this.#scope?.settings();
    // Several statements in one text can only be sent as pg sends a text without values.
    if (settings === undefined && values.length === 0) {
      return lastOf(await this.#client.query(text));
    }
    const isSet = this.#isInTransaction && this.#sent === settings?.text;
    if (this.#isInTransaction) this.#sent = settings?.text;
    const statement = { text, values, name: nameFor(text, values, settings !== undefined) };
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, outcome: Outcome) => {
        forgetIfOutdated(error);
        return error ? reject(error) : resolve(outcome);
      };
      this.#client.query(new ScopedQuery(statement, isSet ? undefined : settings, done));
    });
  }
}

/** Several statements have several results. */
function lastOf(answer: pg.QueryResult | pg.QueryResult[]): Outcome {
  const result = Array.isArray(answer) ? answer.at(-1) : answer;
  return { rows: result?.rows ?? [], command: result?.command ?? "", rowCount: result?.rowCount ?? 0 };
}

/** Scoped statements have names of their own: PostgreSQL would plan a shared one anew whenever the role changes. */
function nameFor(text: string, values: readonly unknown[], isScoped: boolean): string | undefined {
  const name = values.length > 0 ? nameOf(text) : undefined;
  return name !== undefined && isScoped ? `${name}-scoped` : name;
}

/** Kysely begins and ends transactions with this; connections it gets from elsewhere. */
export const transactions: Driver = {
  init: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  acquireConnection: () => Promise.reject(new Error("Connections come by request.")),
  releaseConnection: () => Promise.resolve(),
  async beginTransaction(connection, { isolationLevel, accessMode }) {
    const settings = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean);
    await own(connection).control(settings.length > 0 ? `start transaction ${settings.join(" ")}` : "begin");
  },
  async commitTransaction(connection) {
    if ((await own(connection).control("commit")) === "ROLLBACK") throw new AbortedTransactionError();
  },
  async rollbackTransaction(connection) {
    try {
      await own(connection).control("rollback");
    } catch (error) {
      own(connection).discard();
      throw error;
    }
  },
};

function own(connection: DatabaseConnection): ScopedConnection {
  if (!(connection instanceof ScopedConnection)) throw new Error("This connection is another database's.");
  return connection;
}
