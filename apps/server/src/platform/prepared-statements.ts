// Statements that come back are prepared: PostgreSQL then parses and plans them once per connection.
// A text is prepared from its second use on, and only so many are: lists of placeholders have no end of lengths.
import pg from "pg";

const mostPrepared = 500;
const mostRemembered = 5_000;

const names = new Map<string, string | undefined>();
let prepared = 0;
let given = 0;

export function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined) return name;
  if (!names.has(text)) {
    if (names.size < mostRemembered) names.set(text, undefined);
    return undefined;
  }
  if (prepared >= mostPrepared) return undefined;
  prepared += 1;
  given += 1;
  const next = `parley-${given}`;
  names.set(text, next);
  return next;
}

/** A migration under a running server changed what a statement answers: every text is prepared anew. */
export function forgetNames(): void {
  names.clear();
  prepared = 0;
}

export function forgetIfOutdated(error: unknown): void {
  if (error instanceof pg.DatabaseError && /cached plan must not change/.test(error.message)) forgetNames();
}

type Query = (query: unknown, values?: unknown, callback?: unknown) => unknown;

export class PreparingClient extends pg.Client {
  // pg's many overloads come down to this: a text with values, or something that is passed on as it is.
  override query: pg.Client["query"] = ((text: unknown, values?: unknown, callback?: unknown) => {
    const send = super.query.bind(this) as Query;
    if (typeof text !== "string" || !Array.isArray(values) || values.length === 0) {
      return send(text, values, callback);
    }
    const name = nameOf(text);
    const answer = send(name === undefined ? { text, values } : { name, text, values }, callback);
    if (answer instanceof Promise) answer.catch(forgetIfOutdated);
    return answer;
  }) as pg.Client["query"];
}
