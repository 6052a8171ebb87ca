// What PostgreSQL cannot hold is the caller's mistake, wherever in the call it was: a NUL in a text, half a character in
// JSON, a number, a date or a name past what a column takes.
import pg from "pg";
import { PublicError } from "./errors.ts";

const sentences: Readonly<Record<string, string>> = {
  "22021": "A text of this call holds a character that cannot be stored.",
  "22P05": "A text of this call holds a character that cannot be stored.",
  "22P02": "A value of this call is not in a form that can be stored.",
  "22007": "A date of this call is none.",
  "22008": "A date of this call is out of range.",
  "22003": "A number of this call is out of range.",
  "22023": "A value of this call is out of range.",
  "54000": "A text of this call is too long.",
  "54001": "A value of this call is nested too deeply.",
};

export function storageMistake(error: unknown): PublicError | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const sentence = sentences[error.code ?? ""];
  return sentence === undefined ? undefined : new PublicError(sentence, "BAD_REQUEST", 400);
}
