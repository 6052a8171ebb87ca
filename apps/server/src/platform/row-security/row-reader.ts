// Makes objects of the rows of one statement. All of them have one shape from the start, which the driver's rows have
// not: reading a list is mostly this.
import pg from "pg";

export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

export type ReadRow = (fields: readonly (string | null)[]) => Record<string, unknown>;

export function rowReader(columns: readonly Column[]): ReadRow {
  const names = columns.map(({ name }) => name);
  const parsers = columns.map(({ dataTypeID }): ((text: string) => unknown) | undefined =>
    plain.has(dataTypeID) ? undefined : pg.types.getTypeParser(dataTypeID, "text"),
  );
  // Parsed, because an object that gets its many properties one by one becomes a slow one.
  const empty: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))),
  );
  return (fields) => {
    const row = { ...empty };
    for (let at = 0; at < names.length; at += 1) {
      const text = fields[at];
      if (text === null || text === undefined) continue;
      const parse = parsers[at];
      row[names[at] ?? ""] = parse ? parse(text) : text;
    }
    return row;
  };
}

/** Read as they are written. */
const plain: ReadonlySet<number> = new Set([
  pg.types.builtins.TEXT,
  pg.types.builtins.VARCHAR,
  pg.types.builtins.UUID,
]);
