// A statement that travels together with the scope it runs in: both go out at once and share one implicit
// transaction, so the scope costs no round trip and ends with the statement (or with the open transaction). It speaks
// the protocol itself, which is what lets it remember what the columns of a prepared statement are: the driver asks
// with every call (decision 157).
import { createRequire } from "node:module";
import type pg from "pg";
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

type Settings = NonNullable<ReturnType<RowScope["settings"]>>;

/** The part of pg's connection that its own queries use. */
interface Wire extends Messages {
  readonly stream: Stream;
  readonly parsedStatements: Record<string, string | undefined>;
}

interface Stream {
  readonly writable: boolean;
  write(bytes: Uint8Array): unknown;
}

interface Messages {
  parse(statement: { name: string | undefined; text: string }): void;
  bind(portal: {
    statement: string | undefined;
    values: readonly unknown[];
    valueMapper: (value: unknown) => unknown;
  }): void;
  describe(portal: { type: "P"; name: string }): void;
  execute(portal: { portal: string }): void;
  sync(): void;
}

export interface Outcome {
  readonly rows: unknown[];
  /** What the statement did, as PostgreSQL calls it. */
  readonly command: string;
  readonly rowCount: number;
}

/** For each connection, because a statement is prepared, and its columns are settled, on one connection. */
const knownReaders = new WeakMap<Wire, Map<string, ReadRow>>();

export class ScopedQuery implements pg.Submittable {
  readonly text: string;
  /** The client reads it to note which statement was prepared. */
  name: string | undefined;
  readonly callback: (error: Error | null, outcome: Outcome) => void;
  readonly #values: readonly unknown[];
  readonly #settings: Settings | undefined;
  #isScopeSet: boolean;
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
    this.#readers = readersOf(wire);
    const parts: Uint8Array[] = [];
    const messages = messagesInto(wire, parts);
    try {
      if (this.#settings) this.#addScope(wire, messages, this.#settings);
      if (this.name === undefined || wire.parsedStatements[this.name] === undefined)
        messages.parse({ name: this.name, text: this.text });
      messages.bind({ statement: this.name, values: this.#values, valueMapper: prepareValue });
      this.#readRow = this.name === undefined ? undefined : this.#readers.get(this.name);
      if (!this.#readRow) messages.describe({ type: "P", name: "" });
      messages.execute({ portal: "" });
    } catch (error) {
      // A value that cannot be written. What stands before it is harmless; the answer to it ends the query.
      this.#mistake = error instanceof Error ? error : new Error(String(error));
    }
    messages.sync();
    if (wire.stream.writable) wire.stream.write(Buffer.concat(parts));
  }

  #addScope(wire: Wire, messages: Messages, settings: Settings): void {
    if (wire.parsedStatements[scopeName] === undefined) {
      messages.parse({ name: scopeName, text: scopeText });
      // The client takes the first statement it hears of as the one that was named.
      this.name = undefined;
    }
    messages.bind({
      statement: scopeName,
      values: [settings.projects, settings.accounts],
      valueMapper: asIs,
    });
    messages.execute({ portal: "" });
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#readRow = rowReader(fields);
    if (this.name !== undefined) this.#readers?.set(this.name, this.#readRow);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#mistake || !this.#readRow) return;
    try {
      this.#rows.push(this.#readRow(fields));
    } catch (error) {
      this.#mistake = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete({ text }: { text: string }, connection: pg.Connection): void {
    if (this.#isScopeSet) {
      this.#tag = text;
      return;
    }
    this.#isScopeSet = true;
    (connection as unknown as Wire).parsedStatements[scopeName] = scopeText;
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

/** Writes the messages as the connection does, into a list: what is sent at once takes one call of the system. */
function messagesInto(wire: Wire, parts: Uint8Array[]): Messages {
  const writer = Object.create(Object.getPrototypeOf(wire) as object) as Messages & { stream: Stream };
  writer.stream = { writable: true, write: (bytes) => parts.push(bytes) };
  return writer;
}

function readersOf(wire: Wire): Map<string, ReadRow> {
  let readers = knownReaders.get(wire);
  if (!readers) {
    readers = new Map();
    knownReaders.set(wire, readers);
  }
  return readers;
}

function asIs(value: unknown): unknown {
  return value;
}
