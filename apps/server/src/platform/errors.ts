// Errors a person can read. Anything else that is thrown reaches the caller as an id only.
import { GraphQLError } from "graphql";

export class PublicError extends GraphQLError {
  constructor(message: string, code: string, status: number, details: Record<string, unknown> = {}) {
    super(message, { extensions: { code, status, ...details } });
  }
}

export class Unauthenticated extends PublicError {
  constructor(message = "Sign in to continue.") {
    super(message, "UNAUTHENTICATED", 401);
  }
}

export class Forbidden extends PublicError {
  constructor(message = "You do not have the rights to do this. Ask an administrator of the organisation.") {
    super(message, "FORBIDDEN", 403);
  }
}

/** Also the answer for what exists but is not the viewer's. */
export class NotFound extends PublicError {
  constructor(noun: string) {
    super(`There is no such ${noun}, or you cannot see it.`, "NOT_FOUND", 404);
  }
}

/** `field` is the argument path the console puts the message on, such as `domains.0.url`. */
export class Invalid extends PublicError {
  constructor(field: string, message: string, details: Record<string, unknown> = {}) {
    super(message, "INVALID", 400, { field, ...details });
  }
}

/** The write was right when it was prepared and is not any more; nothing was changed. */
export class Conflict extends PublicError {
  constructor(message: string, details: Record<string, unknown> = {}) {
    super(message, "CONFLICT", 409, details);
  }
}

export class TooMany extends PublicError {
  constructor(message: string, retryAfterSeconds: number) {
    super(message, "TOO_MANY", 429, { retryAfterSeconds });
  }
}

export class Unavailable extends PublicError {
  constructor(message: string) {
    super(message, "UNAVAILABLE", 503);
  }
}
