/** Longer ones are read sooner by the system's decoder. */
const longestLookedAt = 100;

/** Texts out of one piece of what arrived. Nearly all are short and ASCII, and are cut out of one text of the piece. */
export class ChunkText {
  readonly #bytes: Buffer;
  #latin: string | undefined;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  slice(start: number, end: number): string {
    const bytes = this.#bytes;
    if (end - start > longestLookedAt) return bytes.toString("utf8", start, end);
    for (let at = start; at < end; at += 1) {
      if ((bytes[at] ?? 0) > 0x7f) return bytes.toString("utf8", start, end);
    }
    this.#latin ??= bytes.toString("latin1");
    return this.#latin.slice(start, end);
  }

  /** Of a row: how many there are, then each with its length before it. */
  fields(start: number): (string | null)[] {
    const bytes = this.#bytes;
    const fields: (string | null)[] = [];
    let at = start + 2;
    for (let left = bytes.readUInt16BE(start); left > 0; left -= 1) {
      const length = bytes.readInt32BE(at);
      at += 4;
      if (length === -1) fields.push(null);
      else fields.push(this.slice(at, (at += length)));
    }
    return fields;
  }
}
