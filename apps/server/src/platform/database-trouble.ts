// Trouble of the database that passes by itself, told apart from mistakes in a statement: the caller hears that it
// may try again, under a code that stays the same.
import { Unavailable } from "./errors.ts";

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
const crossed = new Set([
  "40001",
  "40P01",
  "55P03",
  // A name that was free when it was looked for: asked again, the call says whose field it is.
  "23505",
]);

const lostLine =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)|Client has encountered a connection error/;

export function databaseTrouble(error: unknown): Unavailable | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (full.has(code)) return noSpace();
  if (crossed.has(code))
    return new Unavailable("Somebody changed the same thing at the same moment. Try again.");
  if (away.has(code) || code.startsWith("08") || lostLine.test(error.message)) return notAnswering();
  // Connecting to several addresses of one host fails with one error for each.
  if (error instanceof AggregateError) return databaseTrouble(error.errors[0]);
  return undefined;
}

export function notAnswering(): Unavailable {
  return new Unavailable("The database does not answer at the moment. Try again shortly.");
}

function noSpace(): Unavailable {
  return new Unavailable(
    "There is no space left on the server, so nothing was saved. Tell your administrator.",
  );
}
