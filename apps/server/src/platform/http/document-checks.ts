// What is asked of a document before it is executed, whichever way it came. The GraphQL library itself validates no
// subscription, and takes trees in place of text, over sockets as objects and over HTTP as JSON.
import type { FastifyInstance } from "fastify";
import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  Location,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  specifiedRules,
  validate,
  type ValidationRule,
} from "graphql";
import { PublicError } from "../errors.ts";
import { createOperationGuard } from "./known-operations.ts";
import { limitRule, maxRepeats, repeatsTooOften } from "./limits.ts";

export interface DocumentOptions {
  /** Of GRAPHQL_OPERATIONS=known; undefined when everything is answered. */
  readonly knownOperations: readonly string[] | undefined;
  readonly hidesSchema: boolean;
}

export function documentRules({ hidesSchema }: DocumentOptions): ValidationRule[] {
  return hidesSchema ? [limitRule, NoSchemaIntrospectionCustomRule] : [limitRule];
}

export function checkDocuments(app: FastifyInstance, options: DocumentOptions): void {
  const guard = options.knownOperations && createOperationGuard(options.knownOperations);
  const rules = [...specifiedRules, ...documentRules(options)];
  // Only texts that were not accepted before come here.
  app.graphql.addHook("preValidation", async (_, document) => {
    requireText(document);
    refuseRepeats(document);
    guard?.(document);
    if (hasSubscription(document)) throw new BadDocument("Subscriptions are answered over a websocket.");
  });
  app.graphql.addHook("preSubscriptionExecution", async (schema, document) => {
    requireText(document);
    refuseRepeats(document);
    guard?.(document);
    refuseInvalid(schema, document, rules);
  });
}

class BadDocument extends PublicError {
  constructor(message: string) {
    super(message, "BAD_REQUEST", 400);
  }
}

/** Only the parser makes documents that know where they were written. */
function requireText(document: DocumentNode | null): void {
  if (!(document?.loc instanceof Location)) throw new BadDocument("Send the operation as GraphQL text.");
}

function refuseRepeats(document: DocumentNode): void {
  if (repeatsTooOften(document))
    throw new BadDocument(`A request may ask for the same field at most ${maxRepeats} times in one place.`);
}

function hasSubscription(document: DocumentNode): boolean {
  return document.definitions.some(
    (one) => one.kind === Kind.OPERATION_DEFINITION && one.operation === OperationTypeNode.SUBSCRIPTION,
  );
}

function refuseInvalid(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[],
): void {
  const [error] = validate(schema, document, rules, { maxErrors: 1 });
  if (error) throw new BadDocument(withoutSuggestions(error.message));
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
