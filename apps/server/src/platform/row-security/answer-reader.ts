// Reads what PostgreSQL answers to our own statements. Rows are most of what arrives, and the driver makes a message, an
// event and a call of the system's decoder for every field of them; here they go straight to the statement that waits
// for them. Everything else is left to the driver.
import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import type { ReadRow } from "./row-reader.ts";

/** The part of pg's connection that its own queries use. */
export interface Wire {
  stream: { readonly writable: boolean; write(bytes: string, encoding: "latin1"): unknown };
  readonly parsedStatements: Record<string, string | undefined>;
  /** By the names of statements: a statement is prepared, and its columns are settled, on one connection. */
  readers?: Map<string, ReadRow>;
  /** Called once, when there is a connection that can be read from. */
  attachListeners(stream: EventEmitter): void;
  emit(event: "readyForQuery", message: { readonly status: string }): unknown;
  /** The statement of ours that is being answered; the driver's own have none. */
  answered?: Answered | undefined;
}

export interface Answered {
  /** The bytes are others' once these are over. */
  takeRow(bytes: Buffer, start: number, end: number): void;
  /** What was done, and a zero behind it. */
  takeEnd(bytes: Buffer, start: number, end: number): void;
}

/** `isPlain`: without TLS, so that what arrives can be read from one place in memory again and again. */
export function readAnswers(wire: Wire, isPlain: boolean): void {
  const driver = new EventEmitter();
  const attachDriver = wire.attachListeners.bind(wire);
  const take = wholeMessages((bytes, length) => readMessages(wire, driver, bytes, length));
  if (isPlain) wire.stream = socketReadBy(take);
  wire.attachListeners = (stream) => {
    attachDriver(driver);
    if (!isPlain) stream.on("data", (chunk: Buffer) => take(chunk, chunk.length));
  };
}

const readAtOnce = 64 * 1024;

/** Of a chunk only so many bytes count: to cut them out costs more than to read most answers. */
type Take = (chunk: Buffer, length: number) => void;

function socketReadBy(take: Take): Socket {
  const buffer = Buffer.alloc(readAtOnce);
  const callback = (length: number) => {
    take(buffer, length);
    return true;
  };
  return new Socket({ onread: { buffer, callback } });
}

const headerBytes = 5;
const [bindComplete, dataRow, commandComplete, readyForQuery] = [0x32, 0x44, 0x43, 0x5a];

/** What arrives may end in the middle of a message. `read` answers how many bytes it has read, and keeps none. */
function wholeMessages(read: (bytes: Buffer, length: number) => number): Take {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let wantedBytes = 0;
  return (chunk, chunkBytes) => {
    let [bytes, length] = [chunk, chunkBytes];
    if (keptBytes > 0) {
      kept.push(Buffer.from(chunk.subarray(0, chunkBytes)));
      keptBytes += chunkBytes;
      if (keptBytes < wantedBytes) return;
      bytes = Buffer.concat(kept);
      length = keptBytes;
    }
    const at = read(bytes, length);
    keptBytes = length - at;
    kept = keptBytes > 0 ? [Buffer.from(bytes.subarray(at, length))] : [];
    if (keptBytes === 0) return;
    wantedBytes = keptBytes < headerBytes ? headerBytes : 1 + bytes.readUInt32BE(at + 1);
  };
}

function readMessages(wire: Wire, driver: EventEmitter, bytes: Buffer, length: number): number {
  let at = 0;
  while (at + headerBytes <= length) {
    const start = at + headerBytes;
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    if (end > length) break;
    const kind = bytes[at];
    if (kind === readyForQuery) {
      wire.answered = undefined;
      wire.emit("readyForQuery", { status: String.fromCharCode(bytes[start] ?? 0) });
    } else if (wire.answered && kind === dataRow) wire.answered.takeRow(bytes, start, end);
    else if (wire.answered && kind === commandComplete) wire.answered.takeEnd(bytes, start, end);
    // The driver may keep what it is given.
    else if (kind !== bindComplete) driver.emit("data", Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  return at;
}
