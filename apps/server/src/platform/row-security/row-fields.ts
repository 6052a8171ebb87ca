/** Longer ones are read sooner by the system's decoder. */
const longestLookedAt = 100;

/**
 * A text that is cut out of another keeps that one in memory for as long as it lives itself, and an id may live in a cache
 * for days. So it is cut out of its own row, never out of all that arrived with it, and not out of a long row either.
 */
const longestRow = 1_024;

/**
 * How many there are, then each with its length before it. Nearly all are short and ASCII; `isAscii` says of which columns
 * that is known, for looking costs more than cutting.
 */
export function fieldsOf(
  bytes: Buffer,
  start: number,
  end: number,
  isAscii: readonly boolean[],
): (string | null)[] {
  const fields: (string | null)[] = [];
  const row = end - start > longestRow ? undefined : bytes.toString("latin1", start, end);
  const count = bytes.readUInt16BE(start);
  let at = start + 2;
  for (let column = 0; column < count; column += 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length === -1) fields.push(null);
    else {
      const to = at + length;
      const isCut = row !== undefined && (isAscii[column] || isShortAscii(row, at - start, to - start));
      fields.push(isCut ? row.slice(at - start, to - start) : bytes.toString("utf8", at, to));
      at = to;
    }
  }
  return fields;
}

function isShortAscii(text: string, start: number, end: number): boolean {
  if (end - start > longestLookedAt) return false;
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
