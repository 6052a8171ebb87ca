import { databaseTrouble } from "../database-trouble.ts";
import { PublicError } from "../errors.ts";
import type { Log } from "../log.ts";
import { storageMistake } from "../storage-mistake.ts";

/** What the caller is told of an error. `id` is the one under which the log says what the caller is not told. */
export function errorAnswer(log: Log, id: string, error: Error & { readonly statusCode?: number }) {
  const known = error instanceof PublicError ? error : (databaseTrouble(error) ?? storageMistake(error));
  if (known) {
    const { message, extensions } = known;
    return { status: Number(extensions["status"]), body: { data: null, errors: [{ message, extensions }] } };
  }
  const status = error.statusCode ?? 500;
  if (status < 500) return { status, body: { errors: [{ message: error.message }] } };
  log.error({ reqId: id, error }, "unexpected error");
  return {
    status: 500,
    body: { errors: [{ message: unexpected(id), extensions: { code: "UNEXPECTED" } }] },
  };
}

/** Says nothing but the id under which the log says everything. */
export function unexpected(id: string): string {
  return `Something went wrong on our side. Please try again; if it stays, tell your administrator the id ${id}.`;
}
