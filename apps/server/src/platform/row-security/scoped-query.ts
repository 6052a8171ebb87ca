// A statement that travels together with the scope it runs in: both go out at once and share one implicit
// transaction, so the scope costs no round trip and ends with the statement (or with the open transaction). It speaks
// the protocol itself, which is what lets it remember what the columns of a prepared statement are: the driver asks
// with every call (decision 157).
import { createRequire } from "node:module";
import type pg from "pg";
import { serialize } from "pg-protocol";
import { isId } from "../ids.ts";
import type { Answered, Wire } from "./answer-reader.ts";
import type { RowScope } from "./row-scope.ts";
import { type Column, type ReadRow, rowReader } from "./row-reader.ts";

// How pg writes a value for PostgreSQL; its types leave it out.
const { prepareValue } = createRequire(import.meta.url)("pg/lib/utils.js") as {
  readonly prepareValue: (value: unknown) => unknown;
};

const scopeName = "parley-scope";
// Sets all three and answers no row: nobody reads what it says.
const scopeText =
  "select where concat(set_config('role', 'parley_scoped', true), set_config('parley.projects', $1, true), set_config('parley.accounts', $2, true)) is null";

export type Settings = NonNullable<ReturnType<RowScope["settings"]>>;

export interface Outcome {
  readonly rows: unknown[];
  /** What the statement did, as PostgreSQL calls it. */
  readonly command: string;
  readonly rowCount: number;
}

/** For each connection, because a statement is prepared, and its columns are settled, on one connection. */
const knownReaders = new WeakMap<Wire, Map<string, ReadRow>>();

export class ScopedQuery implements pg.Submittable, Answered {
  readonly text: string;
  /** The client reads it to note which statement was prepared. */
  name: string | undefined;
  readonly callback: (error: Error | null, outcome: Outcome) => void;
  readonly #values: readonly unknown[];
  readonly #settings: Settings | undefined;
  #isScopeSet: boolean;
  #wire: Wire | undefined;
  #readers: Map<string, ReadRow> | undefined;
  #readRow: ReadRow | undefined;
  #mistake: Error | undefined;
  readonly #rows: unknown[] = [];
  #tag = "";
  #tell: (() => void) | undefined;

  /** Without settings the statement runs in the scope its transaction has, or in none. */
  constructor(
    statement: {
      readonly text: string;
      readonly values: readonly unknown[];
      /** To be prepared, or known already, under this name. */
      readonly name: string | undefined;
    },
    settings: Settings | undefined,
    callback: (error: Error | null, outcome: Outcome) => void,
  ) {
    this.text = statement.text;
    this.#values = statement.values;
    this.#settings = settings;
    this.#isScopeSet = settings === undefined;
    this.callback = callback;
    this.name = statement.name;
  }

  /** Calls this when the statement succeeded. */
  whenDone(tell: () => void): void {
    this.#tell = tell;
  }

  submit(connection: pg.Connection): void {
    // pg's types show little of what its connection really has.
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    wire.answered = this;
    this.#readers = readersOf(wire);
    const parts: Uint8Array[] = [];
    try {
      if (this.#settings) this.#addScope(wire, parts, this.#settings);
      if (this.name === undefined || wire.parsedStatements[this.name] === undefined)
        parts.push(serialize.parse({ ...(this.name !== undefined && { name: this.name }), text: this.text }));
      parts.push(bindMessage(this.name ?? "", this.#values));
      this.#readRow = this.name === undefined ? undefined : this.#readers.get(this.name);
      if (!this.#readRow) parts.push(describeMessage);
      parts.push(executeMessage);
    } catch (error) {
      // A value that cannot be written. What stands before it is harmless; the answer to it ends the query.
      this.#mistake = error instanceof Error ? error : new Error(String(error));
    }
    parts.push(syncMessage);
    // What is sent at once takes one call of the system.
    if (wire.stream.writable) wire.stream.write(Buffer.concat(parts));
  }

  #addScope(wire: Wire, parts: Uint8Array[], settings: Settings): void {
    if (wire.parsedStatements[scopeName] === undefined) {
      parts.push(serialize.parse({ name: scopeName, text: scopeText }));
      // The client takes the first statement it hears of as the one that was named.
      this.name = undefined;
    }
    parts.push(scopeMessages(settings));
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#readRow = rowReader(fields);
    if (this.name !== undefined) this.#readers?.set(this.name, this.#readRow);
  }

  takeRow(fields: readonly (string | null)[]): void {
    if (this.#mistake || !this.#readRow) return;
    try {
      this.#rows.push(this.#readRow(fields));
    } catch (error) {
      this.#mistake = error instanceof Error ? error : new Error(String(error));
    }
  }

  /** The end of the scope's own statement, or that of what was asked. */
  takeEnd(tag: string): void {
    if (this.#isScopeSet) this.#tag = tag;
    else if (this.#wire) this.#wire.parsedStatements[scopeName] = scopeText;
    this.#isScopeSet = true;
  }

  handleReadyForQuery(): void {
    const [command = "", ...counts] = this.#tag.split(" ");
    const outcome = { rows: this.#rows, command, rowCount: Number(counts.at(-1) ?? 0) };
    this.callback(this.#mistake ?? null, outcome);
    if (!this.#mistake) this.#tell?.();
  }

  handleError(error: Error): void {
    this.callback(this.#mistake ?? error, { rows: [], command: "", rowCount: 0 });
  }

  /** An empty statement answers nothing. */
  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}
}

function bindMessage(statement: string, values: readonly unknown[]): Uint8Array {
  return serialize.bind({ statement, values: [...values], valueMapper: written });
}

/** Lists of ids are the long ones, and there is nothing in them to escape. */
function written(value: unknown): unknown {
  return Array.isArray(value) && value.length > 0 && value.every(isId)
    ? `{${value.join(",")}}`
    : prepareValue(value);
}

const describeMessage = serialize.describe({ type: "P", name: "" });
const executeMessage = serialize.execute({ portal: "" });
const syncMessage = serialize.sync();

const mostScopes = 1_000;
const knownScopes = new Map<string, Uint8Array>();

/** The same people come again and again, and so do their scopes. */
function scopeMessages({ text, projects, accounts }: Settings): Uint8Array {
  const known = knownScopes.get(text);
  if (known) return known;
  if (knownScopes.size >= mostScopes) knownScopes.clear();
  const messages = Buffer.concat([bindMessage(scopeName, [projects, accounts]), executeMessage]);
  knownScopes.set(text, messages);
  return messages;
}

function readersOf(wire: Wire): Map<string, ReadRow> {
  let readers = knownReaders.get(wire);
  if (!readers) {
    readers = new Map();
    knownReaders.set(wire, readers);
  }
  return readers;
}
