// Trouble of the database that passes by itself, told apart from mistakes in a statement: the caller hears that it
// may try again, under a code that stays the same.
import { Conflict, type PublicError, Unavailable } from "./errors.ts";
import { isOutdated } from "./prepared-statements.ts";

const away = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  // Ended by an administrator, by a crash of another session, or not yet started.
  "57P01",
  "57P02",
  "57P03",
  // Too many connections.
  "53300",
]);
const full = new Set(["53100", "ENOSPC", "EDQUOT"]);
/** Two changes got in each other's way; either alone would have worked. */
const crossed = new Set(["40001", "40P01", "55P03"]);
const taken = "23505";

const lostLine =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)|Client has encountered a connection error/;

export function databaseTrouble(error: unknown): PublicError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (full.has(code)) return noSpace();
  if (crossed.has(code)) return sameMoment();
  if (isOutdated(error)) return upgraded();
  if (code === taken) return alreadyTaken("detail" in error ? String(error.detail) : "");
  if (away.has(code) || code.startsWith("08") || lostLine.test(error.message)) return notAnswering();
  if (isSocketGone(error)) return notAnswering();
  // Connecting to several addresses of one host fails with one error for each.
  if (error instanceof AggregateError) return databaseTrouble(error.errors[0]);
  return undefined;
}

/** The socket of an embedded database is not there until it has started again, or its queue is full. */
function isSocketGone(error: Error): boolean {
  const { code, address } = error as { code?: unknown; address?: unknown };
  return (code === "ENOENT" || code === "EAGAIN") && String(address).includes("/.s.PGSQL.");
}

/** What people choose; every other key is made by the server, and another try makes another one. */
const chosen = /^(?:lower\()?(?:\w+_)?(?:name|title|identifier|value)(?:::\w+)?\)?$/;

/**
 * Of two that took the same name at once, or of a name that a call did not look for: the second hears which one.
 * PostgreSQL says it as: Key (account_id, lower(name))=(0190…, night shift) already exists.
 */
function alreadyTaken(detail: string): PublicError {
  const [, columns = "", values = ""] = /^Key \((.*)\)=\((.*)\) already exists\.$/su.exec(detail) ?? [];
  const names = columns.split(", ");
  const words = values.split(", ");
  // The name comes last in such keys, so it may hold commas of its own.
  const at = names.length - 1;
  if (!chosen.test(names[at] ?? "")) return sameMoment();
  const name = words.slice(at).join(", ");
  return new Conflict(`“${name}” is already taken. Choose another name.`);
}

function sameMoment(): Unavailable {
  return new Unavailable("Somebody changed the same thing at the same moment. Try again.");
}

export function notAnswering(): Unavailable {
  return new Unavailable("The database does not answer at the moment. Try again shortly.");
}

function upgraded(): Unavailable {
  return new Unavailable("Parley is being upgraded at this moment. Try again.");
}

function noSpace(): Unavailable {
  return new Unavailable(
    "There is no space left on the server, so nothing was saved. Tell your administrator.",
  );
}
