// What is asked of a document before it is executed, whichever way it came.
import {
  type DocumentNode,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  specifiedRules,
  validate,
} from "graphql";
import { PublicError } from "../errors.ts";
import { createOperationGuard } from "./known-operations.ts";
import { limitRule, maxRepeats, repeatsTooOften } from "./limits.ts";

export interface DocumentOptions {
  /** Of GRAPHQL_OPERATIONS=known; undefined when everything is answered. */
  readonly knownOperations: readonly string[] | undefined;
  readonly hidesSchema: boolean;
}

/** A document with mistakes in it. */
export class Refused extends Error {
  readonly errors: readonly Error[];
  constructor(errors: readonly Error[]) {
    super("The document was refused.");
    this.errors = errors;
  }
}

export function createDocumentChecks(schema: GraphQLSchema, options: DocumentOptions) {
  const guard = options.knownOperations && createOperationGuard(options.knownOperations);
  const rules = [
    ...specifiedRules,
    limitRule,
    ...(options.hidesSchema ? [NoSchemaIntrospectionCustomRule] : []),
  ];
  return (document: DocumentNode): void => {
    if (repeatsTooOften(document)) throw new Refused([tooManyRepeats()]);
    guard?.(document);
    const errors = validate(schema, document, rules, { maxErrors: 5 });
    if (errors.length > 0) throw new Refused(errors);
  };
}

function tooManyRepeats(): PublicError {
  return new PublicError(
    `A request may ask for the same field at most ${maxRepeats} times in one place.`,
    "BAD_REQUEST",
    400,
  );
}

const longestMessage = 500;

/** "Did you mean …" would spell the schema out to whoever guesses at it; what was sent need not come back whole. */
export function withoutSuggestions(message: string): string {
  const bare = message
    .replace(/ Did you mean .*$/s, "")
    // What was sent may be a secret in the wrong place.
    .replace(/ got invalid value .*; /s, " got an invalid value: ")
    .replace(/(cannot represent [^:]*): .*$/s, "$1.")
    .replace(/, found .*$/s, ".");
  return bare.length > longestMessage ? `${bare.slice(0, longestMessage)}…` : bare;
}
