// The messages of a statement as PostgreSQL takes them, written as texts of which each character is one byte: putting
// texts together costs less than putting buffers together, and the socket takes either.
import { createRequire } from "node:module";

// How pg writes a value for PostgreSQL; its types leave it out.
const { prepareValue } = createRequire(import.meta.url)("pg/lib/utils.js") as {
  readonly prepareValue: (value: unknown) => Buffer | string | null;
};

const noTypes = int16(0);

export function parseMessage(name: string, text: string): string {
  return message("P", `${name}\0${asBytes(text)}\0${noTypes}`);
}

export function bindMessage(name: string, values: readonly unknown[]): string {
  let formats = "";
  let written = "";
  for (const value of values) {
    const prepared = writeValue(value);
    formats += typeof prepared === "object" && prepared !== null ? asBinary : asText;
    const bytes = typeof prepared === "string" ? asBytes(prepared) : prepared?.toString("latin1");
    written += bytes === undefined ? isNull : int32(bytes.length) + bytes;
  }
  const count = int16(values.length);
  return message("B", `\0${name}\0${count}${formats}${count}${written}${answerAsText}`);
}

const [asText, asBinary] = [int16(0), int16(1)];
/** One format for all columns. */
const answerAsText = int16(1) + asText;
const isNull = int32(-1);

export const describeMessage = message("D", "P\0");
export const executeMessage = message("E", `\0${int32(0)}`);
export const syncMessage = message("S", "");

/** A value as it travels. One that was written before stays as it is. */
export function writeValue(value: unknown): Buffer | string | null {
  if (typeof value === "string") return value;
  return (Array.isArray(value) ? listOfIds(value) : undefined) ?? prepareValue(value);
}

/** Lists of ids are the long ones, and there is nothing in them to escape. */
function listOfIds(values: readonly unknown[]): string | undefined {
  if (!values.every((value) => typeof value === "string")) return undefined;
  const text = values.join(",");
  // As long as that many ids and made of nothing else: none of the values has a comma of its own.
  return text.length === values.length * 37 - 1 && idsOnly.test(text) ? `{${text}}` : undefined;
}

const idsOnly = /^[0-9a-f-]{36}(?:,[0-9a-f-]{36})*$/i;

function asBytes(text: string): string {
  return isAscii.test(text) ? text : Buffer.from(text).toString("latin1");
}

// oxlint-disable-next-line no-control-regex
const isAscii = /^[\0-\x7f]*$/;

function message(kind: string, body: string): string {
  return kind + int32(body.length + 4) + body;
}

function int16(value: number): string {
  return String.fromCharCode((value >> 8) & 0xff, value & 0xff);
}

function int32(value: number): string {
  return int16(value >> 16) + int16(value);
}
