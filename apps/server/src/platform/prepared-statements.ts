// Statements that come back are prepared: PostgreSQL then parses and plans them once per connection.
// A text is prepared from its second use on, and only so many are: lists of placeholders have no end of lengths.
import pg from "pg";
import { readAnswers, type Wire } from "./row-security/answer-reader.ts";
import { ScopedQuery } from "./row-security/scoped-query.ts";

const mostPrepared = 500;
const mostRemembered = 5_000;

interface Names {
  readonly plain: string;
  /** Of the same text under another role. */
  readonly scoped: string;
}

const names = new Map<string, Names | undefined>();
let prepared = 0;
let given = 0;

export function namesOf(text: string): Names | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (!names.has(text)) {
    if (names.size < mostRemembered) names.set(text, undefined);
    return undefined;
  }
  if (prepared >= mostPrepared) return undefined;
  prepared += 1;
  given += 1;
  const next = { plain: `parley-${given}`, scoped: `parley-${given}-scoped` };
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
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // pg's types show little of what a client really has.
    const { connection, ssl } = this as unknown as { connection: Wire; ssl: unknown };
    readAnswers(connection, !ssl);
  }

  // pg's many overloads come down to this: a text with values, or something that is passed on as it is.
  override query: pg.Client["query"] = ((text: unknown, values?: unknown, callback?: unknown) => {
    if (text instanceof ScopedQuery) return super.query(text);
    const send = super.query.bind(this) as Query;
    if (typeof text !== "string" || !Array.isArray(values) || values.length === 0) {
      return send(text, values, callback);
    }
    const name = namesOf(text)?.plain;
    const answer = send(name === undefined ? { text, values } : { name, text, values }, callback);
    if (answer instanceof Promise) answer.catch(forgetIfOutdated);
    return answer;
  }) as pg.Client["query"];
}
