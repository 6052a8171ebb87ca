// Makes objects of the rows of one statement. All of them have one shape from the start, which the driver's rows have
// not: reading a list is mostly this.
import pg from "pg";

export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

export type ReadRow = (fields: readonly (string | null)[]) => Record<string, unknown>;

/**
 * Written out as a function of its own, `(fields) => ({ "id": fields[0], "at": read(1, fields[1]), … })`: an object that is
 * made at once is made many times faster than one that gets its properties by name.
 */
export function rowReader(columns: readonly Column[]): ReadRow {
  const parsers = columns.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, "text"));
  const properties = columns.map(({ name, dataTypeID }, at) => {
    const field = `fields[${at}]`;
    const value = plain.has(dataTypeID) ? field : `${field} === null ? null : parsers[${at}](${field})`;
    // In brackets even a column called __proto__ is a property like any other.
    return `[${JSON.stringify(name)}]: ${value}`;
  });
  // Of nothing but names that our own statements give.
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  const make = new Function("parsers", `return (fields) => ({ ${properties.join(", ")} });`);
  return make(parsers) as ReadRow;
}

/** Read as they are written. */
const plain: ReadonlySet<number> = new Set([
  pg.types.builtins.TEXT,
  pg.types.builtins.VARCHAR,
  pg.types.builtins.UUID,
]);
