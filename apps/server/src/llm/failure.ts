// Why a model gave no usable answer, as a sentence for the person who builds the agent. Never the secret,
// never an address; what the provider itself wrote is cut short.
import { APICallError, InvalidArgumentError, RetryError } from "ai";
import { PublicError } from "#platform/errors.ts";

export function failureSentence(error: unknown): string {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (cause instanceof PublicError) return cause.message;
  if (APICallError.isInstance(cause)) return statusSentence(cause);
  if (InvalidArgumentError.isInstance(cause)) return "A parameter is out of the range the model accepts.";
  if (isNamed(cause, "TimeoutError") || isNamed(cause, "AbortError"))
    return "The model did not answer in time.";
  const inner = cause instanceof Error ? cause.cause : undefined;
  if (inner instanceof PublicError) return inner.message;
  return "The model's answer could not be read.";
}

function statusSentence(error: APICallError): string {
  // Failures of the connection arrive wrapped, without a status.
  if (error.cause instanceof PublicError) return error.cause.message;
  const said = wordsOf(error);
  switch (error.statusCode) {
    case 401:
    case 403:
      return `The provider refused the key.${said}`;
    case 404:
      return `The provider knows no such model or address.${said}`;
    case 429:
      return "The provider limits how often it may be asked; try again later.";
    case 400:
    case 422:
      return `The provider refused the request.${said}`;
    case undefined:
      return "The model's answer could not be read.";
    default:
      return error.statusCode >= 500
        ? `The provider failed with status ${error.statusCode}.`
        : error.statusCode < 300
          ? "The model's answer could not be read."
          : `The provider answered with status ${error.statusCode}.${said}`;
  }
}

function wordsOf(error: APICallError): string {
  const said = error.message.replaceAll(/\s+/g, " ").trim().slice(0, 200);
  return said === "" ? "" : ` It said: ${said}`;
}

function isNamed(value: unknown, name: string): boolean {
  return value instanceof Error && value.name === name;
}
