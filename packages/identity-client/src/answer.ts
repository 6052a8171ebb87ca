// One typed answer for every call, whatever the provider, a proxy or the network did.
import type { ContinueWith, Flow, Identity, Session } from "./flow.ts";

export const ERROR_IDS = [
  "session_inactive",
  "session_aal1_required",
  "session_aal2_required",
  "session_aal_already_fulfilled",
  "session_already_available",
  "session_refresh_required",
  "session_verified_address_required",
  "self_service_flow_return_to_forbidden",
  "self_service_flow_expired",
  "self_service_flow_replaced",
  "self_service_flow_disabled",
  "security_csrf_violation",
  "security_identity_mismatch",
  "browser_location_change_required",
  "identity_disabled",
] as const;
export type ErrorId = (typeof ERROR_IDS)[number];

export type ErrorAnswer = {
  kind: "error";
  status: number;
  /** Often absent: decide by status then. Usually one of ERROR_IDS, but a newer provider may add ids. */
  id: string | undefined;
  message: string;
  reason: string | undefined;
  redirectBrowserTo: string | undefined;
  /** The flow that replaces an expired one; it keeps return_to, aal and refresh. */
  useFlowId: string | undefined;
  continueWith: ContinueWith[];
  /** From the Retry-After header of a 429 or 503. */
  retryAfterSeconds: number | undefined;
};

/** No answer in the provider's language: network down, CORS refused, time-out, or a proxy's HTML page. */
export type UnreachableAnswer = { kind: "unreachable"; status: number | undefined; reason: string };

export type FailedAnswer = ErrorAnswer | UnreachableAnswer;

export type Answer<T> = { kind: "ok"; status: number; body: T } | FailedAnswer;

/**
 * HTTP status alone says little about a flow: a wrong recovery code is a 200 and the second step of a
 * registration is a 400. `flow` therefore means "show this", `done` means "the flow ended".
 */
export type FlowAnswer =
  | { kind: "flow"; status: number; flow: Flow }
  | {
      kind: "done";
      status: number;
      session: Session | undefined;
      identity: Identity | undefined;
      continueWith: ContinueWith[];
    }
  | FailedAnswer;
