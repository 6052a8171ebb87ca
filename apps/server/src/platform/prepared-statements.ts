// Statements that come back are prepared: PostgreSQL then parses and plans them once per connection.
// A text is prepared from its second use on, and only so many are: lists of placeholders have no end of lengths.
import type { EventEmitter } from "node:events";
import pg from "pg";
import { readAnswers, type Wire } from "./row-security/answer-reader.ts";
import { ScopedQuery } from "./row-security/scoped-query.ts";

const mostPrepared = 500;
const mostRemembered = 5_000;

interface Names {
  readonly plain: string;
  /** Of the same text under another role. */
  readonly scoped: string;
}

const names = new Map<string, Names | undefined>();
let prepared = 0;
let given = 0;

export function namesOf(text: string): Names | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (!names.has(text)) {
    if (names.size < mostRemembered) names.set(text, undefined);
    return undefined;
  }
  if (prepared >= mostPrepared) return undefined;
  prepared += 1;
  given += 1;
  const next = { plain: `parley-${given}`, scoped: `parley-${given}-scoped` };
  names.set(text, next);
  return next;
}

/** For tests: those of one process share what was counted. */
export function forgetNames(): void {
  names.clear();
  prepared = 0;
}

/**
 * A migration under a running server changed what a prepared statement answers. PostgreSQL says so before it does
 * anything, and again with each use on each connection, until the statement is prepared anew (decision 248).
 */
export function isOutdated(error: unknown): boolean {
  // Its sentence is in the language of the database server, its code has many meanings; this is where it is said.
  return error instanceof pg.DatabaseError && error.routine === "RevalidateCachedQuery";
}

/** Connections that are of an older one have statements to forget. */
let generation = 0;

type Query = (this: pg.Client, ...given: unknown[]) => unknown;
type Callback = (error: Error | null | undefined, result?: unknown) => void;

export class PreparingClient extends pg.Client {
  readonly #wire: Wire;
  #generation = generation;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // pg's types show little of what a client really has.
    const { connection, ssl } = this as unknown as { connection: Wire & EventEmitter; ssl: unknown };
    this.#wire = connection;
    readAnswers(connection, !ssl);
    connection.on("errorMessage", (error) => {
      if (isOutdated(error) && this.#generation === generation) generation += 1;
    });
  }

  // pg's many overloads come down to this: something to send, values, and who is told.
  override query: pg.Client["query"] = ((text: unknown, ...given: unknown[]) => {
    this.#forgetOutdated();
    if (text instanceof ScopedQuery) return super.query(text);
    const query = namedQuery(text, given[0]);
    return query ? this.#sendNamed(query, given.find(isCallback)) : this.#send(text, ...given);
  }) as pg.Client["query"];

  #send(...given: unknown[]): unknown {
    return (super.query as Query).apply(this, given);
  }

  /** Once more when it has to be prepared anew. In a transaction that would not help: all of it has failed. */
  #sendNamed(query: pg.QueryConfig, callback: Callback | undefined): unknown {
    const mayRepeat = (error: unknown) => isOutdated(error) && this.getTransactionStatus() === "I";
    if (!callback) {
      return Promise.resolve(this.#send(query)).catch((error: unknown) => {
        if (!mayRepeat(error)) throw error;
        this.#forgetOutdated();
        return this.#send(query);
      });
    }
    const tell: Callback = (error, result) => {
      if (!mayRepeat(error)) return callback(error, result);
      setImmediate(() => {
        this.#forgetOutdated();
        this.#send(query, callback);
      });
    };
    return this.#send(query, tell);
  }

  #forgetOutdated(): void {
    if (this.#generation === generation || this.getTransactionStatus() !== "I") return;
    this.#generation = generation;
    // Told before the next statement is sent. When it fails, the connection is lost.
    const forget: Callback = (error) => {
      if (error) return;
      for (const name of Object.keys(this.#wire.parsedStatements)) delete this.#wire.parsedStatements[name];
      this.#wire.readers?.clear();
    };
    this.#send("deallocate all", forget);
  }
}

/** What pg takes as a statement to be prepared, or undefined for everything else. */
function namedQuery(text: unknown, values: unknown): pg.QueryConfig | undefined {
  if (typeof text === "string" && Array.isArray(values) && values.length > 0) {
    const name = namesOf(text)?.plain;
    return name === undefined ? undefined : { name, text, values };
  }
  return isNamed(text) ? text : undefined;
}

function isNamed(query: unknown): query is pg.QueryConfig {
  return typeof query === "object" && query !== null && !("submit" in query) && "name" in query;
}

function isCallback(given: unknown): given is Callback {
  return typeof given === "function";
}
