import { isAscii } from "node:buffer";

/** Texts out of one piece of what arrived. Nearly all are ASCII, and are cut out of one text of the whole piece. */
export class ChunkText {
  readonly #bytes: Buffer;
  #latin: string | undefined;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** For what is ASCII for certain. */
  cut(start: number, end: number): string {
    this.#latin ??= this.#bytes.toString("latin1");
    return this.#latin.slice(start, end);
  }

  /** Of a row: how many there are, then each with its length before it. */
  fields(start: number, end: number): (string | null)[] {
    const bytes = this.#bytes;
    const isPlain = isAscii(bytes.subarray(start, end));
    const fields: (string | null)[] = [];
    let at = start + 2;
    for (let left = bytes.readUInt16BE(start); left > 0; left -= 1) {
      const length = bytes.readInt32BE(at);
      at += 4;
      if (length === -1) fields.push(null);
      else {
        fields.push(isPlain ? this.cut(at, at + length) : bytes.toString("utf8", at, at + length));
        at += length;
      }
    }
    return fields;
  }
}
