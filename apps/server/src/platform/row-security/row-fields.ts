/** Longer ones are read sooner by the system's decoder. */
const longestLookedAt = 100;

/**
 * A text that is cut out of another keeps that one in memory for as long as it lives itself, and an id may live in a cache
 * for days. So it is cut out of its own row, never out of all that arrived with it, and not out of a long row either.
 */
const longestRow = 1_024;

/** How many there are, then each with its length before it. Nearly all are short and ASCII. */
export function fieldsOf(bytes: Buffer, start: number, end: number): (string | null)[] {
  const fields: (string | null)[] = [];
  const row = end - start > longestRow ? undefined : bytes.toString("latin1", start, end);
  let at = start + 2;
  for (let left = bytes.readUInt16BE(start); left > 0; left -= 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length === -1) fields.push(null);
    else {
      const to = at + length;
      const isCut = row !== undefined && isShortAscii(bytes, at, to);
      fields.push(isCut ? row.slice(at - start, to - start) : bytes.toString("utf8", at, to));
      at = to;
    }
  }
  return fields;
}

function isShortAscii(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > longestLookedAt) return false;
  for (let at = start; at < end; at += 1) if ((bytes[at] ?? 0) > 0x7f) return false;
  return true;
}
