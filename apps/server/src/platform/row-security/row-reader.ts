// Makes objects of the rows of one statement. All of them have one shape from the start, which the driver's rows have
// not: reading a list is mostly this.
import pg from "pg";
import { fieldsOf } from "./row-fields.ts";

export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

export type ReadRow = (bytes: Buffer, start: number, end: number) => Record<string, unknown>;

export function rowReader(columns: readonly Column[]): ReadRow {
  const isAscii = columns.map(({ dataTypeID }) => ascii.has(dataTypeID));
  const make = rowMaker(columns);
  return (bytes, start, end) => make(fieldsOf(bytes, start, end, isAscii));
}

/**
 * Written out as a function of its own, `(fields) => ({ "id": fields[0], "at": read(1, fields[1]), … })`: an object that is
 * made at once is made many times faster than one that gets its properties by name.
 */
function rowMaker(
  columns: readonly Column[],
): (fields: readonly (string | null)[]) => Record<string, unknown> {
  const parsers = columns.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, "text"));
  const properties = columns.map(({ name, dataTypeID }, at) => {
    const field = `fields[${at}]`;
    const value = plain.has(dataTypeID) ? field : `${field} === null ? null : parsers[${at}](${field})`;
    const written = JSON.stringify(name);
    // In brackets it is a property like any other, which takes longer to make.
    return `${name === "__proto__" ? `[${written}]` : written}: ${value}`;
  });
  // Of nothing but names that our own statements give.
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  const make = new Function("parsers", `return (fields) => ({ ${properties.join(", ")} });`);
  return make(parsers) as ReturnType<typeof rowMaker>;
}

/** Read as they are written. */
const plain: ReadonlySet<number> = new Set([
  pg.types.builtins.TEXT,
  pg.types.builtins.VARCHAR,
  pg.types.builtins.UUID,
]);

/** The driver has no name for it. */
export const uuidArray: number = 2951;
/** Whatever they hold, it is written with letters, digits and signs that everybody has. */
const ascii: ReadonlySet<number> = new Set([
  pg.types.builtins.BOOL,
  pg.types.builtins.INT2,
  pg.types.builtins.INT4,
  pg.types.builtins.INT8,
  pg.types.builtins.NUMERIC,
  pg.types.builtins.FLOAT8,
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.DATE,
  pg.types.builtins.UUID,
  uuidArray,
]);
