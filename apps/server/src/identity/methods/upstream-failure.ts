// Why a sign-in at another provider failed, for the administrator who sets the connection up: what the other
// side said, in its own words, and what to look at.
import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { OutgoingError } from "#platform/outgoing/failure.ts";
import { UpstreamError } from "./upstream.ts";

const advice: Readonly<Record<string, string>> = {
  invalid_client: "Check the client id and the client secret.",
  unauthorized_client: "Allow the authorization code grant for this client at the other side.",
  invalid_grant: "Check that the redirect URI at the other side is exactly ours.",
  invalid_scope: "Check the scopes.",
  access_denied: "The sign-in was cancelled there, or this person may not use the application.",
};

export function explainUpstreamFailure(error: unknown): string {
  if (error instanceof UpstreamError || error instanceof OutgoingError) return error.message;
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    const said = [error.error, error.error_description].filter(Boolean).join(": ");
    return `The other side answered "${said.slice(0, 300)}". ${advice[error.error] ?? "Look at its log."}`;
  }
  if (error instanceof ClientError || error instanceof Error) {
    const blocked = outgoingCause(error);
    if (blocked !== undefined) return blocked.message;
    return sentence(error.message);
  }
  return "The other side gave no usable answer.";
}

/** Libraries wrap what the way out said. */
function outgoingCause(error: Error): OutgoingError | undefined {
  let cause: unknown = error.cause;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    if (cause instanceof OutgoingError) return cause;
    cause = cause.cause;
  }
  return undefined;
}

function sentence(text: string): string {
  const short = text.trim().slice(0, 300);
  const start = short.charAt(0).toUpperCase() + short.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
