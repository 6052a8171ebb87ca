// Turns a provider's HTTP answer into a typed one. Everything unknown is checked here, once.
import type { Answer, ErrorAnswer, FailedAnswer, FlowAnswer } from "./answer.ts";
import type { ContinueWith, Flow, Identity, Session } from "./flow.ts";

export type HttpAnswer = { status: number; retryAfter: string | null; body: unknown } | FailedAnswer;

export function readFlowAnswer(http: HttpAnswer): FlowAnswer {
  if ("kind" in http) return http;
  const { status, body } = http;
  if (isFlow(body)) return { kind: "flow", status, flow: body };
  if (status < 300 && isRecord(body)) {
    return {
      kind: "done",
      status,
      session: isSession(body["session"]) ? body["session"] : undefined,
      identity: isIdentity(body["identity"]) ? body["identity"] : undefined,
      continueWith: readContinueWith(body["continue_with"]),
    };
  }
  return readError(http);
}

export function readAnswer<T>(http: HttpAnswer, isExpected: (body: unknown) => body is T): Answer<T> {
  if ("kind" in http) return http;
  if (http.status < 300 && isExpected(http.body)) return { kind: "ok", status: http.status, body: http.body };
  return readError(http);
}

function readError(http: { status: number; retryAfter: string | null; body: unknown }): FailedAnswer {
  const { status, body } = http;
  if (status < 400) return { kind: "unreachable", status, reason: "The answer has an unexpected shape." };
  // A gateway in front of the provider may answer 429 or 503 without a JSON envelope.
  const extras = isRecord(body) ? body : {};
  const error = isRecord(extras["error"]) ? extras["error"] : {};
  const details = isRecord(error["details"]) ? error["details"] : {};
  const answer: ErrorAnswer = {
    kind: "error",
    status,
    id: text(error["id"]),
    message: text(error["message"]) ?? "",
    reason: text(error["reason"]),
    redirectBrowserTo: text(extras["redirect_browser_to"]) ?? text(details["redirect_browser_to"]),
    useFlowId: text(extras["use_flow_id"]),
    continueWith: readContinueWith(details["continue_with"]),
    retryAfterSeconds: readRetryAfter(http.retryAfter),
  };
  return answer;
}

/** Retry-After is either seconds or an HTTP date. */
export function readRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

function readContinueWith(value: unknown): ContinueWith[] {
  return Array.isArray(value) ? value.filter(isContinueWith) : [];
}

function isContinueWith(value: unknown): value is ContinueWith {
  if (!isRecord(value)) return false;
  switch (value["action"]) {
    case "redirect_browser_to":
      return typeof value["redirect_browser_to"] === "string";
    case "show_verification_ui":
    case "show_settings_ui":
    case "show_recovery_ui":
      return isRecord(value["flow"]) && typeof value["flow"]["id"] === "string";
    default:
      return false;
  }
}

export function isFlow(value: unknown): value is Flow {
  return (
    isRecord(value) &&
    typeof value["id"] === "string" &&
    isRecord(value["ui"]) &&
    Array.isArray(value["ui"]["nodes"])
  );
}

export function isSession(value: unknown): value is Session {
  return isRecord(value) && typeof value["id"] === "string" && isIdentity(value["identity"]);
}

function isIdentity(value: unknown): value is Identity {
  return isRecord(value) && typeof value["id"] === "string";
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
