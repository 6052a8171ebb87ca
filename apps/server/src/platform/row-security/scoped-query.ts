// A statement that travels together with the scope it runs in: both go out at once and share one implicit
// transaction, so the scope costs no round trip and ends with the statement (or with the open transaction). It speaks
// the protocol itself, which is what lets it remember what the columns of a prepared statement are: the driver asks
// with every call (decision 157).
import type pg from "pg";
import type { Answered, Wire } from "./answer-reader.ts";
import type { RowScope } from "./row-scope.ts";
import { type Column, type ReadRow, rowReader } from "./row-reader.ts";
import { bindMessage, describeMessage, executeMessage, parseMessage, syncMessage } from "./wire-messages.ts";

const scopeName = "parley-scope";
// Sets all three and answers no row: nobody reads what it says.
const scopeText =
  "select where concat(set_config('role', 'parley_scoped', true), set_config('parley.projects', $1, true), set_config('parley.accounts', $2, true)) is null";

export type Settings = NonNullable<ReturnType<RowScope["settings"]>>;

export interface Outcome {
  readonly rows: unknown[];
  /** What the statement did, as PostgreSQL says it: "INSERT 0 5", "UPDATE 1". Reading may be empty. */
  readonly tag: string;
}

export class ScopedQuery implements pg.Submittable, Answered {
  readonly text: string;
  /** The client notes under it that a statement was prepared. */
  name: string | undefined;
  /** Empty for a statement that is not kept. */
  #ownName: string;
  readonly callback: (error: Error | null, outcome: Outcome) => void;
  readonly #values: readonly unknown[];
  readonly #settings: Settings | undefined;
  #isScopeSet: boolean;
  #wire: Wire | undefined;
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
    this.#ownName = statement.name ?? "";
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
    wire.readers ??= new Map();
    // Also where the statement itself cannot be sent: in a transaction the next one counts on the scope.
    let messages = this.#settings ? this.#scopeMessages(wire, this.#settings) : "";
    try {
      messages += this.#ownMessages(wire, wire.readers);
    } catch (error) {
      // A value that cannot be written. The answer to the bare end of nothing ends the query.
      this.#mistake = error instanceof Error ? error : new Error(String(error));
    }
    // What is sent at once takes one call of the system.
    if (wire.stream.writable) wire.stream.write(messages + syncMessage, "latin1");
  }

  #scopeMessages(wire: Wire, settings: Settings): string {
    if (wire.parsedStatements[scopeName] !== undefined) return scopeMessages(settings);
    // The client notes one name for a statement. This one stays prepared whatever becomes of the other.
    this.name = scopeName;
    this.#ownName = "";
    return parseMessage(scopeName, scopeText) + scopeMessages(settings);
  }

  #ownMessages(wire: Wire, readers: Map<string, ReadRow>): string {
    const name = this.#ownName;
    const isPrepared = name !== "" && wire.parsedStatements[name] !== undefined;
    this.#readRow = readers.get(name);
    return (
      (isPrepared ? "" : parseMessage(name, this.text)) +
      bindMessage(name, this.#values) +
      (this.#readRow ? "" : describeMessage) +
      executeMessage
    );
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#readRow = rowReader(fields);
    if (this.#ownName !== "") this.#wire?.readers?.set(this.#ownName, this.#readRow);
  }

  takeRow(bytes: Buffer, start: number, end: number): void {
    if (this.#mistake || !this.#readRow) return;
    try {
      // Fails on a field that is longer than a text may be.
      this.#rows.push(this.#readRow(bytes, start, end));
    } catch (error) {
      this.#mistake = error instanceof Error ? error : new Error(String(error));
    }
  }

  /** The end of the scope's own statement, or that of what was asked. */
  takeEnd(bytes: Buffer, start: number, end: number): void {
    if (this.#isScopeSet && bytes[start] !== firstOfSelect)
      this.#tag = bytes.toString("latin1", start, end - 1);
    this.#isScopeSet = true;
  }

  handleReadyForQuery(): void {
    this.callback(this.#mistake ?? null, { rows: this.#rows, tag: this.#tag });
    if (!this.#mistake) this.#tell?.();
  }

  handleError(error: Error): void {
    this.callback(this.#mistake ?? error, { rows: [], tag: "" });
  }

  /** An empty statement answers nothing. */
  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}
}

const firstOfSelect = "S".charCodeAt(0);

const mostScopes = 1_000;
const knownScopes = new Map<string, string>();

/** The same people come again and again, and so do their scopes. */
function scopeMessages({ text, projects, accounts }: Settings): string {
  const known = knownScopes.get(text);
  if (known) return known;
  if (knownScopes.size >= mostScopes) knownScopes.clear();
  const messages = bindMessage(scopeName, [projects, accounts]) + executeMessage;
  knownScopes.set(text, messages);
  return messages;
}
