// Times as PostgreSQL writes them, "2026-03-01 12:34:56.789012+00". Lists are full of them, and the driver's own
// reader looks for every way a time can be written; it still reads those that are written otherwise.
import pg from "pg";

const readAny: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

export function readTime(text: string): unknown {
  const isPlain =
    text.length >= 22 &&
    // A year before 1000 would be taken for one of the last century.
    text.charCodeAt(0) !== zero &&
    text.charCodeAt(4) === dash &&
    text.charCodeAt(10) === space &&
    text.charCodeAt(19) !== colon &&
    text.endsWith("+00");
  if (!isPlain) return readAny(text);
  const seconds = Date.UTC(
    100 * two(text, 0) + two(text, 2),
    two(text, 5) - 1,
    two(text, 8),
    two(text, 11),
    two(text, 14),
    two(text, 17),
  );
  return new Date(seconds + milliseconds(text));
}

/** A row may hold a time as PostgreSQL wrote it, so that it is read only where it is asked for. */
export function timeOf(value: unknown): Date {
  if (value instanceof Date) return value;
  const text = String(value);
  const read = text.charAt(10) === " " ? readTime(text) : undefined;
  return read instanceof Date ? read : new Date(text);
}

const [dash, space, colon, zero] = [45, 32, 58, 48];

function two(text: string, at: number): number {
  return (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
}

/** PostgreSQL leaves zeros at the end away; what is finer than a millisecond is cut off. */
function milliseconds(text: string): number {
  let value = 0;
  const end = text.length - 3;
  for (let at = 20, worth = 100; at < end && at < 23; at += 1, worth /= 10) {
    value += (text.charCodeAt(at) - zero) * worth;
  }
  return value;
}
