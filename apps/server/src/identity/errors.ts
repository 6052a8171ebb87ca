// The error envelope of the provider: { error: { id?, code, status, reason, message }, ...extras }.
import { STATUS_CODES } from "node:http";
import type { UiText } from "./messages.ts";

export type ErrorId =
  | "session_inactive"
  | "session_aal1_required"
  | "session_aal2_required"
  | "session_already_available"
  | "session_refresh_required"
  | "self_service_flow_return_to_forbidden"
  | "self_service_flow_expired"
  | "self_service_flow_replaced"
  | "self_service_flow_disabled"
  | "security_csrf_violation"
  | "security_identity_mismatch"
  | "browser_location_change_required"
  | "identity_disabled";

interface ProviderErrorOptions {
  readonly id?: ErrorId;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly extras?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

export class ProviderError extends Error {
  override name = "ProviderError";
  readonly status: number;
  readonly options: ProviderErrorOptions;

  constructor(status: number, reason: string, options: ProviderErrorOptions = {}) {
    super(reason);
    this.status = status;
    this.options = options;
  }

  envelope(request?: string): Record<string, unknown> {
    const { id, details, extras } = this.options;
    return {
      error: {
        ...(id === undefined ? {} : { id }),
        code: this.status,
        status: STATUS_CODES[this.status] ?? "Error",
        ...(request === undefined ? {} : { request }),
        reason: this.message,
        ...(details === undefined ? {} : { details }),
        message: STATUS_CODES[this.status] ?? "Error",
      },
      ...extras,
    };
  }
}

/** Wrong input in a form: the flow is shown again with these messages. */
export class FormProblem extends Error {
  override name = "FormProblem";
  readonly problems: ReadonlyArray<{ readonly field?: string | undefined; readonly text: UiText }>;

  constructor(text: UiText, field?: string) {
    super(text.text);
    this.problems = [{ field, text }];
  }
}

export const unknownFlow = () => new ProviderError(404, "There is no such form. Start again.");
export const badRequest = (reason: string) => new ProviderError(400, reason);
export const csrfViolation = () =>
  new ProviderError(403, "The form does not belong to this browser. Open it again and send it from there.", {
    id: "security_csrf_violation",
  });
export const sessionInactive = () =>
  new ProviderError(401, "You are not signed in. Sign in and try again.", { id: "session_inactive" });
/** Kratos leaves the id out here, and so do we: callers go by the status. */
export const noSession = () => new ProviderError(401, "You are not signed in. Sign in and try again.");
export const alreadySignedIn = () =>
  new ProviderError(400, "You are already signed in.", { id: "session_already_available" });
export const locationChange = (url: string) =>
  new ProviderError(422, "The browser has to go to another address to continue.", {
    id: "browser_location_change_required",
    extras: { redirect_browser_to: url },
  });
export const tooManyTries = (retryAfterSeconds: number) =>
  new ProviderError(429, `Too many tries. Wait ${retryAfterSeconds} seconds and try again.`, {
    retryAfterSeconds,
  });
