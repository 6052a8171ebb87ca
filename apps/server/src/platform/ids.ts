import { randomBytes } from "node:crypto";

// Randomness is fetched for many ids at once: asking the system for it costs more than the rest.
const digitsOfOne = 20;
let digits = "";
let used = 0;

// Writing a large number in hexadecimal costs more than the rest, too. Its first eight digits stay for a minute.
const twoDigits = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, "0"));
let minute = -1;
let minuteDigits = "";

/** UUID version 7: ordered by time, so that primary keys stay dense and lists by id are lists by age. */
export function newId(now = Date.now()): string {
  if (used === digits.length) {
    digits = randomBytes((digitsOfOne * 256) / 2).toString("hex");
    used = 0;
  }
  const rest = now % 65_536;
  if (now - rest !== minute) {
    minute = now - rest;
    minuteDigits = (minute / 65_536).toString(16).padStart(8, "0");
  }
  const time = `${minuteDigits}-${twoDigits[rest >> 8]}${twoDigits[rest & 255]}`;
  const at = used;
  used += digitsOfOne;
  const variant = "89ab".charAt(lastTwoBits(digits.charCodeAt(at)));
  return `${time}-7${digits.slice(at + 1, at + 4)}-${variant}${digits.slice(at + 4, at + 7)}-${digits.slice(at + 7, at + 19)}`;
}

/** Of the value of a hexadecimal digit; "a" follows "9". */
function lastTwoBits(code: number): number {
  return (code < 58 ? code : code + 1) & 3;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isId(value: unknown): value is string {
  return typeof value === "string" && uuid.test(value);
}
