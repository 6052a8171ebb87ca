// Checks of arguments that every domain needs. A bad one is named by the argument the console shows it on.
import { Invalid, NotFound } from "./errors.ts";
import { isId } from "./ids.ts";

/** An id that cannot be one answers like one that does not exist. */
export function knownId(id: string, noun: string): string {
  if (!isId(id)) throw new NotFound(noun);
  return id.toLowerCase();
}

export function knownIds(ids: readonly string[] | null | undefined, noun: string): string[] {
  return [...new Set((ids ?? []).map((id) => knownId(id, noun)))];
}

/** Trimmed, one line, not empty, at most `most` characters. */
export function requiredText(field: string, value: string, label: string, most = 120): string {
  const text = oneLine(value);
  if (text === "") throw new Invalid(field, `Enter ${label}.`);
  if (text.length > most) throw new Invalid(field, `Use at most ${most} characters.`);
  return text;
}

export function optionalText(field: string, value: string, most: number): string {
  const text = value.trim();
  if (text.length > most) throw new Invalid(field, `Use at most ${most} characters.`);
  if (text.includes("\u0000")) throw new Invalid(field, "This text holds a character that cannot be stored.");
  return text;
}

const email =
  /^[^\s@<>"(),:;\\[\]]{1,64}@(?=.{4,190}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

export function emailAddress(field: string, value: string): string {
  const address = value.trim().toLowerCase();
  if (!email.test(address)) throw new Invalid(field, "Enter an e-mail address such as ana@example.org.");
  return address;
}

/** An object of at most `mostBytes` as JSON. */
export function jsonObject(field: string, value: unknown, mostBytes = 16_384): Record<string, unknown> {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new Invalid(field, "Send an object.");
  }
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > mostBytes) {
    throw new Invalid(field, `This is too large: at most ${Math.floor(mostBytes / 1024)} kB can be kept.`);
  }
  if (text.includes("\\u0000")) throw new Invalid(field, "This holds a character that cannot be stored.");
  return { ...value };
}

/** Page size and position, within bounds. */
export function page(
  args: { limit?: number | null | undefined; offset?: number | null | undefined },
  bounds: { usual: number; most: number },
): { limit: number; offset: number } {
  const limit = args.limit ?? bounds.usual;
  const offset = args.offset ?? 0;
  if (limit < 0 || limit > bounds.most) throw new Invalid("limit", `Ask for at most ${bounds.most} at once.`);
  if (offset < 0) throw new Invalid("offset", "The first row is at 0.");
  return { limit, offset };
}

function oneLine(text: string): string {
  // A name must not turn the words around it, in a list or in the log.
  const plain = text.toWellFormed().replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, "");
  return plain.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
