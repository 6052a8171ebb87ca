// Drives the client against a real HTTP server that answers with Kratos' JSON shapes.
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdentityClient } from "./client.ts";
import { readRetryAfter } from "./read-answer.ts";

type Seen = {
  method: string;
  url: string;
  accept: string;
  contentType: string | undefined;
  cookie: string | undefined;
  body: string;
};
type Canned = { status: number; body?: unknown; raw?: string; headers?: Record<string, string> };

let server: Server;
let baseUrl: string;
let seen: Seen[] = [];
let canned: Canned[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void readBody(request).then((body) => {
      seen.push({
        method: request.method ?? "",
        url: request.url ?? "",
        accept: request.headers.accept ?? "",
        contentType: request.headers["content-type"],
        cookie: request.headers.cookie,
        body,
      });
      const next = canned.shift() ?? { status: 500 };
      response.writeHead(next.status, { "content-type": "application/json", ...next.headers });
      response.end(next.raw ?? (next.body === undefined ? "" : JSON.stringify(next.body)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  baseUrl = `http://127.0.0.1:${address.port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const flow = { id: "f1", type: "browser", ui: { action: "", method: "POST", nodes: [] } };

function answering(...answers: Canned[]) {
  seen = [];
  canned = answers;
  return createIdentityClient({ baseUrl: `${baseUrl}/` });
}

test("asks for JSON and nothing else, in words the provider recognises", async () => {
  const client = answering({ status: 200, body: flow }, { status: 200, body: flow });
  await client.createFlow("login", { returnTo: "https://a.example/x?y=1&z=2", aal: "aal2", refresh: true });
  await client.submitFlow("recovery", "f1", { method: "code" }, "t1");
  expect(seen[0]).toMatchObject({
    method: "GET",
    url: "/self-service/login/browser?return_to=https%3A%2F%2Fa.example%2Fx%3Fy%3D1%26z%3D2&aal=aal2&refresh=true",
    accept: "application/json",
    contentType: undefined,
  });
  expect(seen[1]).toMatchObject({
    method: "POST",
    url: "/self-service/recovery?flow=f1&token=t1",
    accept: "application/json",
    contentType: "application/json",
    body: '{"method":"code"}',
  });
});

test("fetches a flow by id and leaves out options that were not given", async () => {
  const client = answering({ status: 200, body: flow }, { status: 200, body: flow });
  expect(await client.getFlow("settings", "a b")).toMatchObject({ kind: "flow", flow: { id: "f1" } });
  await client.createFlow("settings");
  expect(seen.map((call) => call.url)).toEqual([
    "/self-service/settings/flows?id=a+b",
    "/self-service/settings/browser",
  ]);
});

test("a flow is a flow whatever its status, and a session ends it", async () => {
  const session = { id: "s1", active: true, identity: { id: "i1", traits: {} } };
  const continueWith = [
    { action: "redirect_browser_to", redirect_browser_to: "https://a.example" },
    { action: "something_new" },
    { action: "show_settings_ui", flow: { id: "f9" } },
    { action: "show_recovery_ui" },
  ];
  const client = answering(
    { status: 400, body: flow },
    { status: 200, body: { session, continue_with: continueWith } },
  );
  expect(await client.submitFlow("registration", "f1", {})).toMatchObject({ kind: "flow", status: 400 });
  expect(await client.submitFlow("login", "f1", {})).toMatchObject({
    kind: "done",
    session: { id: "s1" },
    continueWith: [{ action: "redirect_browser_to" }, { action: "show_settings_ui" }],
  });
});

test("reads the error envelope with its siblings", async () => {
  const client = answering(
    {
      status: 410,
      body: { error: { id: "self_service_flow_expired", code: 410, message: "expired" }, use_flow_id: "f2" },
    },
    {
      status: 422,
      body: { error: { id: "browser_location_change_required" }, redirect_browser_to: "https://a.example" },
    },
    {
      status: 403,
      body: { error: { id: "session_aal2_required", details: { redirect_browser_to: "https://b.example" } } },
    },
    { status: 401, body: { error: { code: 401, message: "no session", reason: "none found" } } },
    {
      status: 400,
      body: { error: { details: { continue_with: [{ action: "show_recovery_ui", flow: { id: "f3" } }] } } },
    },
  );
  const submit = () => client.submitFlow("login", "f1", {});
  expect(await submit()).toMatchObject({
    kind: "error",
    status: 410,
    id: "self_service_flow_expired",
    useFlowId: "f2",
  });
  expect(await submit()).toMatchObject({
    id: "browser_location_change_required",
    redirectBrowserTo: "https://a.example",
  });
  expect(await submit()).toMatchObject({ status: 403, redirectBrowserTo: "https://b.example" });
  expect(await client.whoami()).toMatchObject({
    kind: "error",
    status: 401,
    id: undefined,
    reason: "none found",
  });
  expect(await submit()).toMatchObject({
    continueWith: [{ action: "show_recovery_ui", flow: { id: "f3" } }],
  });
});

test("a gateway's 429 without an envelope is an error with a waiting time", async () => {
  const client = answering({ status: 429, raw: "<html>slow down", headers: { "retry-after": "17" } });
  expect(await client.submitFlow("login", "f1", {})).toMatchObject({
    kind: "error",
    status: 429,
    retryAfterSeconds: 17,
  });
});

test("reads Retry-After as seconds or as a date", () => {
  expect(readRetryAfter("Wed, 01 Jan 2025 00:00:30 GMT", Date.parse("2025-01-01T00:00:00Z"))).toBe(30);
  expect(readRetryAfter("2")).toBe(2);
  expect(readRetryAfter("-5")).toBe(0);
  expect(readRetryAfter("soon")).toBeUndefined();
  expect(readRetryAfter(null)).toBeUndefined();
});

test("a page that is not JSON, a wrong shape and a dead host are unreachable, never a throw", async () => {
  const client = answering({ status: 200, raw: "<!doctype html>" }, { status: 200, body: { hello: 1 } });
  expect(await client.createFlow("login")).toMatchObject({ kind: "unreachable", status: 200 });
  expect(await client.whoami()).toMatchObject({ kind: "unreachable", status: 200 });
  const nowhere = createIdentityClient({ baseUrl: "http://127.0.0.1:1" });
  expect(await nowhere.createFlow("login")).toMatchObject({ kind: "unreachable", status: undefined });
});

test("sessions, logout and stored errors", async () => {
  const session = { id: "s1", active: true, identity: { id: "i1", traits: {} } };
  const client = answering(
    { status: 200, body: session },
    { status: 200, body: [session] },
    { status: 204 },
    { status: 200, body: { count: 2 } },
    { status: 200, body: { logout_url: "https://id.example/out", logout_token: "ory_lo_1" } },
    { status: 204 },
    { status: 200, body: { id: "e1", error: { code: 500 } } },
  );
  expect(await client.whoami()).toMatchObject({ kind: "ok", body: { identity: { id: "i1" } } });
  expect(await client.listSessions()).toMatchObject({ kind: "ok", body: [{ id: "s1" }] });
  expect(await client.deleteSession("a/b")).toMatchObject({ kind: "ok", status: 204 });
  expect(await client.deleteOtherSessions()).toMatchObject({ body: { count: 2 } });
  expect(await client.createLogoutFlow("https://a.example")).toMatchObject({
    body: { logout_token: "ory_lo_1" },
  });
  expect(await client.submitLogoutFlow("ory_lo_1", "https://a.example")).toMatchObject({
    kind: "ok",
    status: 204,
  });
  expect(await client.getError("e1")).toMatchObject({ body: { error: { code: 500 } } });
  expect(seen.map((call) => `${call.method} ${call.url}`)).toEqual([
    "GET /sessions/whoami",
    "GET /sessions",
    "DELETE /sessions/a%2Fb",
    "DELETE /sessions",
    "GET /self-service/logout/browser?return_to=https%3A%2F%2Fa.example",
    "GET /self-service/logout?token=ory_lo_1&return_to=https%3A%2F%2Fa.example",
    "GET /self-service/errors?id=e1",
  ]);
});

test("a server passes its caller's cookie on", async () => {
  answering({ status: 401, body: { error: {} } });
  await createIdentityClient({ baseUrl, headers: { cookie: "ory_kratos_session=abc" } }).whoami();
  expect(seen[0]?.cookie).toBe("ory_kratos_session=abc");
});

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}
