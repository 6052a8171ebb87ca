// A statement that is put together once. Building its tree and its text takes longer than sending it; what differs
// from call to call is only its values.
import type { CompiledQuery, RawBuilder } from "kysely";
import type { Db } from "./database.ts";
import { writeValue } from "./row-security/wire-messages.ts";

/** Stands for a value while the statement is put together. */
class StandIn {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Values = Readonly<Record<string, unknown>>;

/**
 * `statement((given: { id: string }) => sql<Row>`select … where id = ${given.id}`)` answers a function that takes a
 * database and the values. `write` runs once, with stand-ins: it may pass them on, but must not look at them.
 */
export function statement<V extends Values, R>(
  write: (given: V) => RawBuilder<R>,
): (db: Db, values: V) => Promise<R[]> {
  let written: CompiledQuery<R> | undefined;
  return async (db, values) => {
    written ??= withConstantsWritten(write(standIns<V>()).compile(db));
    const parameters = written.parameters.map((value) =>
      value instanceof StandIn ? values[value.name] : value,
    );
    const { rows } = await db.getExecutor().executeQuery<R>({ ...written, parameters });
    return rows;
  };
}

/** What is the same in every call is turned into what PostgreSQL is sent once, too. */
function withConstantsWritten<R>(statement: CompiledQuery<R>): CompiledQuery<R> {
  const parameters = statement.parameters.map((value) =>
    value instanceof StandIn ? value : writeValue(value),
  );
  return { ...statement, parameters };
}

function standIns<V extends Values>(): V {
  return new Proxy({}, { get: (_, name) => new StandIn(String(name)) }) as V;
}
