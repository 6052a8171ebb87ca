// What a person reads when a data call fails: the first error's message, otherwise what the network did.
import type { CombinedError } from "@urql/core";

export type DataErrorField = { field?: string | undefined; message: string };

export class DataError extends Error {
  readonly code: string | undefined;
  /** For useFieldErrors().place(). */
  readonly fields: readonly DataErrorField[];
  /** What the server added, such as who changed the thing in the meantime. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(error: CombinedError) {
    super(messageOf(error));
    this.name = "DataError";
    this.code = codeOf(error);
    this.details = error.graphQLErrors[0]?.extensions ?? {};
    const said = error.graphQLErrors.map((single) => {
      const field = single.extensions["field"];
      return { field: typeof field === "string" ? field : undefined, message: single.message };
    });
    // A server that cannot be reached says nothing about fields; the form must still say something.
    this.fields = said.length > 0 ? said : [{ message: this.message }];
  }
}

export function messageOf(error: CombinedError): string {
  const first = error.graphQLErrors[0];
  if (first) return first.message;
  const reason = error.networkError?.message ?? error.message;
  // What browsers say of a dead network tells nobody more.
  const detail = /^(?:Failed to fetch|Load failed|NetworkError\b.*)$/u.test(reason) ? "" : ` (${reason})`;
  return `Parley cannot be reached${detail}. Check the connection and try again.`;
}

export function codeOf(error: CombinedError): string | undefined {
  const code = error.graphQLErrors[0]?.extensions["code"];
  return typeof code === "string" ? code : undefined;
}

/** No answer, or the server says that it cannot give one: nothing is known about what was asked for. */
export function isUnreached(error: CombinedError | undefined): boolean {
  if (!error) return false;
  if (error.graphQLErrors.length > 0) return codeOf(error) === "UNAVAILABLE";
  const response: unknown = error.response;
  return !(response instanceof Response) || response.status >= 500;
}

/** Says something about what was asked for: it is gone, or not for this person. */
export function isVerdict(error: CombinedError): boolean {
  const code = codeOf(error);
  return code !== undefined && !["UNAVAILABLE", "UNEXPECTED", "TOO_MANY"].includes(code);
}

export function isUnauthenticated(error: CombinedError): boolean {
  if (error.graphQLErrors.some((single) => single.extensions["code"] === "UNAUTHENTICATED")) return true;
  const response: unknown = error.response;
  return response instanceof Response && response.status === 401;
}
