// Why a call to the outside did not work, in sentences that tell a person what to do and tell a scanner nothing:
// refused, reset, timed out and failed TLS all read the same. The log has the cause.
import { PublicError } from "#platform/errors.ts";

export type Failure = "not-allowed" | "no-answer" | "too-large" | "paused";

const codes = {
  "not-allowed": ["OUTGOING_NOT_ALLOWED", 400],
  "no-answer": ["OUTGOING_NO_ANSWER", 502],
  "too-large": ["OUTGOING_TOO_LARGE", 502],
  paused: ["OUTGOING_PAUSED", 503],
} as const;

export class OutgoingError extends PublicError {
  override name = "OutgoingError";
  readonly failure: Failure;

  constructor(failure: Failure, message: string, cause?: unknown) {
    const [code, status] = codes[failure];
    super(message, code, status);
    this.failure = failure;
    // Not given to super: GraphQLError would copy the stack of the cause, which names addresses.
    Object.defineProperty(this, "cause", { value: cause, enumerable: false });
  }
}

export function notAllowed(host: string, cause?: unknown): OutgoingError {
  return new OutgoingError(
    "not-allowed",
    `${host} cannot be called: the name is unknown, or it leads to an address that is not allowed. ` +
      "An operator can allow private hosts with the setting PRIVATE_HOSTS.",
    cause,
  );
}

export function noAnswer(host: string, cause?: unknown): OutgoingError {
  return new OutgoingError("no-answer", `${host} gave no usable answer in time.`, cause);
}

export function tooLarge(host: string, maxBytes: number): OutgoingError {
  return new OutgoingError(
    "too-large",
    `${host} answered with more than ${maxBytes} bytes, which is the limit.`,
  );
}
