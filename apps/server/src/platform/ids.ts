import { randomBytes } from "node:crypto";

// Randomness is fetched for many ids at once: asking the system for it costs more than the rest.
const digitsOfOne = 20;
let digits = "";
let used = 0;

/** UUID version 7: ordered by time, so that primary keys stay dense and lists by id are lists by age. */
export function newId(now = Date.now()): string {
  if (used === digits.length) {
    digits = randomBytes((digitsOfOne * 256) / 2).toString("hex");
    used = 0;
  }
  const random = digits.slice(used, (used += digitsOfOne));
  const time = now.toString(16).padStart(12, "0");
  const variant = "89ab"[Number.parseInt(random.charAt(0), 16) % 4];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(1, 4)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isId(value: unknown): value is string {
  return typeof value === "string" && uuid.test(value);
}
