// A statement that travels together with the scope it runs in: both go out at once and share one implicit
// transaction, so the scope costs no round trip and ends with the statement (or with the open transaction).
import pg from "pg";
import { nameOf } from "../prepared-statements.ts";
import type { RowScope } from "./row-scope.ts";

const name = "parley-scope";
// Sets all three and answers no row: nobody reads what it says.
const text =
  "select where concat(set_config('role', 'parley_scoped', true), set_config('parley.projects', $1, true), set_config('parley.accounts', $2, true)) is null";

type Settings = NonNullable<ReturnType<RowScope["settings"]>>;

/** The part of pg's connection that its own queries use. */
interface Wire {
  readonly parsedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly string[] }): void;
  execute(portal: { portal: string }): void;
}

interface Listener {
  name: string | undefined;
  prepare(wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
}

// pg's types show little of what its Query really has.
const Query = pg.Query as unknown as new (
  config: { text: string; values: readonly unknown[]; name?: string; queryMode: "extended" },
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => Listener & pg.Submittable;

/** Names of its own: PostgreSQL would plan a shared statement anew whenever the role changes. */
export function scopedName(statement: string, values: readonly unknown[]): { name?: string } {
  const shared = values.length > 0 ? nameOf(statement) : undefined;
  return shared === undefined ? {} : { name: `${shared}-scoped` };
}

export class ScopedQuery extends Query {
  readonly #settings: Settings;
  #isScopeSet = false;

  constructor(
    statement: { text: string; values: readonly unknown[] },
    settings: Settings,
    callback: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    super({ ...statement, ...scopedName(statement.text, statement.values), queryMode: "extended" }, callback);
    this.#settings = settings;
  }

  override prepare(wire: Wire): void {
    if (wire.parsedStatements[name] === undefined) {
      wire.parse({ name, text });
      // The client takes the first statement it hears of as the one that was named.
      this.name = undefined;
    }
    wire.bind({ statement: name, values: [this.#settings.projects, this.#settings.accounts] });
    wire.execute({ portal: "" });
    super.prepare(wire);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isScopeSet) return super.handleCommandComplete(message, wire);
    this.#isScopeSet = true;
    wire.parsedStatements[name] = text;
  }
}
