// One connection while one request uses it, and the transactions on it.
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import type pg from "pg";
import { isOutdated, namesOf } from "../prepared-statements.ts";
import type { RowScope } from "./row-scope.ts";
import { type Outcome, ScopedQuery, type Settings } from "./scoped-query.ts";

const writes: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

export type Tell = (error: Error | null, outcome: Outcome) => void;

const nothing: Outcome = { rows: [], tag: "" };

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** `isSet`: the connection has the scope already. */
export function send(
  client: pg.PoolClient,
  { sql, parameters }: Statement,
  settings: Settings | undefined,
  tell: Tell,
  isSet = false,
): void {
  // Several statements in one text can only be sent as pg sends a text without values.
  if (settings === undefined && parameters.length === 0) {
    client.query(sql).then(
      (answer) => tell(null, lastOf(answer)),
      (error: Error) => tell(error, nothing),
    );
    return;
  }
  // Scoped statements have names of their own: PostgreSQL would plan a shared one anew whenever the role changes.
  const names = parameters.length > 0 ? namesOf(sql) : undefined;
  const name = settings === undefined ? names?.plain : names?.scoped;
  client.query(new ScopedQuery({ text: sql, values: parameters, name }, isSet ? undefined : settings, tell));
}

export function resultOf<R>({ tag, rows }: Outcome): QueryResult<R> {
  // Every caller says what its statement answers.
  const answered = rows as R[];
  if (tag === "" || !writes.has(tag.slice(0, tag.indexOf(" ")))) return { rows: answered };
  return { numAffectedRows: BigInt(tag.slice(tag.lastIndexOf(" ") + 1)), rows: answered };
}

export class ScopedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #scope: RowScope | undefined;
  /** How the open transaction was begun. */
  #begun: string | undefined;
  /** How many statements it has been sent. */
  #statements = 0;
  #sent: string | undefined;
  #isBroken = false;

  constructor(client: pg.PoolClient, scope: RowScope | undefined) {
    this.#client = client;
    this.#scope = scope;
  }

  async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return resultOf<R>(await this.#send(statement));
    } catch (error) {
      if (this.#mayRepeat(error)) return resultOf<R>(await this.#repeat(statement));
      // From here it leads to who asked instead of to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** Answers what the statement became: a commit of a failed transaction is a rollback. */
  async control(text: string): Promise<string> {
    // The end of a transaction, or a step back in it, takes the setting with it.
    this.#sent = undefined;
    this.#begun = /^(commit|rollback)$/.test(text) ? undefined : text;
    this.#statements = 0;
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

  /** A statement that has to be prepared anew is sent again where nothing is lost by it. */
  #mayRepeat(error: unknown): boolean {
    return isOutdated(error) && (this.#begun === undefined || this.#statements === 1);
  }

  async #repeat(statement: CompiledQuery): Promise<Outcome> {
    const begun = this.#begun;
    if (begun !== undefined) {
      await this.control("rollback");
      await this.control(begun);
    }
    return this.#send(statement);
  }

  #send(statement: CompiledQuery): Promise<Outcome> {
    this.#statements += 1;
    const isStep = /^(savepoint|release|rollback)/.test(statement.sql);
    if (isStep) this.#sent = undefined;
    const settings = isStep ? undefined : this.#scope?.settings();
    const isSet = this.#begun !== undefined && this.#sent === settings?.text;
    if (this.#begun !== undefined) this.#sent = settings?.text;
    return new Promise((resolve, reject) => {
      const tell: Tell = (error, outcome) => (error ? reject(error) : resolve(outcome));
      send(this.#client, statement, settings, tell, isSet);
    });
  }
}

/** Several statements have several results. */
function lastOf(answer: pg.QueryResult | pg.QueryResult[]): Outcome {
  const result = Array.isArray(answer) ? answer.at(-1) : answer;
  return { rows: result?.rows ?? [], tag: `${result?.command} ${result?.rowCount}` };
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
