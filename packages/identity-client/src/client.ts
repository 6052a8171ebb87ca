// Calls to an Ory-Kratos-compatible provider. Works in browsers (cookies) and in Node (headers).
import type { Answer, FlowAnswer } from "./answer.ts";
import type { AssuranceLevel, FlowType, LogoutFlow, Session, StoredError } from "./flow.ts";
import type { HttpAnswer } from "./read-answer.ts";
import { isRecord, isSession, readAnswer, readFlowAnswer } from "./read-answer.ts";

export type IdentityClientOptions = {
  /** The provider's public address, with or without a path in front: https://id.example or /identity. */
  baseUrl: string;
  /** For Node: a caller's `cookie`, or `x-session-token`. Browsers send their cookies by themselves. */
  headers?: Readonly<Record<string, string>>;
  timeoutMs?: number;
  fetch?: typeof fetch;
};

export type CreateFlowOptions = {
  returnTo?: string | undefined;
  /** Login only. */
  aal?: AssuranceLevel | undefined;
  /** Login only: ask again although a session exists. */
  refresh?: boolean | undefined;
  /** Login and registration: an OAuth2 server's challenge. */
  loginChallenge?: string | undefined;
};

export type FlowBody = Readonly<Record<string, unknown>>;
export type IdentityClient = ReturnType<typeof createIdentityClient>;

type Query = Readonly<Record<string, string | undefined>>;

export function createIdentityClient(options: IdentityClientOptions) {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const call = (method: string, path: string, query: Query = {}, body?: FlowBody) =>
    request(options, method, `${baseUrl}${path}${queryString(query)}`, body);

  return {
    async createFlow(flowType: FlowType, { returnTo, aal, refresh, loginChallenge }: CreateFlowOptions = {}) {
      const query = {
        return_to: returnTo,
        aal,
        refresh: refresh === true ? "true" : undefined,
        login_challenge: loginChallenge,
      };
      return readFlowAnswer(await call("GET", `/self-service/${flowType}/browser`, query));
    },

    async getFlow(flowType: FlowType, id: string): Promise<FlowAnswer> {
      return readFlowAnswer(await call("GET", `/self-service/${flowType}/flows`, { id }));
    },

    /** `token` belongs to recovery and verification links only. */
    async submitFlow(flowType: FlowType, flow: string, body: FlowBody, token?: string): Promise<FlowAnswer> {
      return readFlowAnswer(await call("POST", `/self-service/${flowType}`, { flow, token }, body));
    },

    async createLogoutFlow(returnTo?: string): Promise<Answer<LogoutFlow>> {
      return readAnswer(
        await call("GET", "/self-service/logout/browser", { return_to: returnTo }),
        isLogoutFlow,
      );
    },

    async submitLogoutFlow(token: string, returnTo?: string): Promise<Answer<undefined>> {
      return readAnswer(await call("GET", "/self-service/logout", { token, return_to: returnTo }), isEmpty);
    },

    async whoami(): Promise<Answer<Session>> {
      return readAnswer(await call("GET", "/sessions/whoami"), isSession);
    },

    /** The other sessions of the same person; the current one is not among them. */
    async listSessions(): Promise<Answer<Session[]>> {
      return readAnswer(await call("GET", "/sessions"), isSessionList);
    },

    async deleteOtherSessions(): Promise<Answer<{ count: number }>> {
      return readAnswer(await call("DELETE", "/sessions"), isCount);
    },

    async deleteSession(id: string): Promise<Answer<undefined>> {
      return readAnswer(await call("DELETE", `/sessions/${encodeURIComponent(id)}`), isEmpty);
    },

    async getError(id: string): Promise<Answer<StoredError>> {
      return readAnswer(await call("GET", "/self-service/errors", { id }), isStoredError);
    },
  };
}

async function request(
  options: IdentityClientOptions,
  method: string,
  url: string,
  body: FlowBody | undefined,
): Promise<HttpAnswer> {
  const send = options.fetch ?? fetch;
  try {
    const response = await send(url, {
      method,
      credentials: "include",
      // Exactly these: with a charset, or with fetch's own Accept of */*, Kratos answers HTML redirects.
      headers: {
        ...options.headers,
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(options.timeoutMs ?? 15_000),
    });
    const text = await response.text();
    const parsed = parseJson(text);
    if (parsed === NOT_JSON && response.ok) {
      return {
        kind: "unreachable",
        status: response.status,
        reason: "The answer is not JSON: is the provider's address right?",
      };
    }
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      body: parsed === NOT_JSON ? undefined : parsed,
    };
  } catch (error) {
    return {
      kind: "unreachable",
      status: undefined,
      reason: error instanceof Error ? error.message : "No connection.",
    };
  }
}

const NOT_JSON = Symbol("not JSON");

function parseJson(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

function queryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return search.size === 0 ? "" : `?${search.toString()}`;
}

function isLogoutFlow(body: unknown): body is LogoutFlow {
  return isRecord(body) && typeof body["logout_token"] === "string" && typeof body["logout_url"] === "string";
}

function isSessionList(body: unknown): body is Session[] {
  return Array.isArray(body) && body.every(isSession);
}

function isCount(body: unknown): body is { count: number } {
  return isRecord(body) && typeof body["count"] === "number";
}

function isStoredError(body: unknown): body is StoredError {
  return isRecord(body) && typeof body["id"] === "string" && isRecord(body["error"]);
}

function isEmpty(body: unknown): body is undefined {
  return body === undefined;
}
