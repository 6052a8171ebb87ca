// What the caller is told of errors: sentences for people, and an id for what is nobody's business.
import { type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from "graphql";
import { databaseTrouble } from "#platform/database-trouble.ts";
import { PublicError } from "#platform/errors.ts";
import { Refused, withoutSuggestions } from "#platform/graphql/document-checks.ts";
import type { DirectAnswer } from "#platform/http/direct-posts.ts";
import { unexpected } from "#platform/http/error-answer.ts";
import { storageMistake } from "#platform/storage-mistake.ts";
import type { Services } from "./context.ts";

type Told = Pick<Services, "log">;
type Failed = { readonly data?: unknown; readonly errors: readonly unknown[] };

/** `id` is the one under which the log says what the caller is not told. */
export function describeErrors(services: Told, id: string, { data, errors }: Failed) {
  return {
    data: (data ?? null) as Record<string, unknown> | null,
    errors: errors.flatMap(mistakesIn).map((error) => publicError(services, id, error)),
  } satisfies FormattedExecutionResult;
}

export function answerWithErrors(services: Told, id: string, failed: Failed): DirectAnswer {
  const described = describeErrors(services, id, failed);
  const status = described.errors[0]?.extensions?.["status"];
  return {
    status: described.data ? 200 : typeof status === "number" ? status : 400,
    body: JSON.stringify(described),
  };
}

/** A refused document may have several. */
function mistakesIn(error: unknown): Error[] {
  const thrown = causeOf(error);
  if (thrown instanceof Refused) return [...thrown.errors];
  return [error instanceof Error ? error : new Error(String(error))];
}

/** What was thrown: each layer of a subscription wraps it once more. */
function causeOf<E>(error: E): E | Error {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

function publicError(services: Told, id: string, error: Error): GraphQLFormattedError {
  const thrown = causeOf(error);
  const original = storageMistake(thrown) ?? thrown;
  const path = error instanceof GraphQLError && error.path ? { path: error.path } : {};
  if (original instanceof PublicError)
    return { message: original.message, extensions: original.extensions, ...path };
  const status = (original as { statusCode?: number }).statusCode;
  const isClientMistake = original instanceof GraphQLError || (status !== undefined && status < 500);
  if (isClientMistake) {
    const message = withoutSuggestions(original.message);
    return {
      message,
      extensions: { code: "BAD_REQUEST", status: status && status >= 400 ? status : 400 },
      ...path,
    };
  }
  const trouble = databaseTrouble(original);
  if (trouble) {
    services.log.warn({ error: original, requestId: id }, "a call met trouble of the database");
    return { message: trouble.message, extensions: trouble.extensions, ...path };
  }
  services.log.error({ error: original, requestId: id }, "unexpected error in a call");
  return { message: unexpected(id), extensions: { code: "UNEXPECTED", status: 500, id }, ...path };
}
