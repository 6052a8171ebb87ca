import { createIdentityClient } from "@parley/identity-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDataClient } from "../data/data-client.ts";
import { loadLoginInfo } from "../data/login-info.ts";
import { LINKING_KEY } from "../linking-details.ts";
import type { Answered, Asked } from "../testing/json-server.ts";
import { memoryStorage, startJsonServer } from "../testing/json-server.ts";
import { applyOutcome } from "./apply-outcome.ts";
import { recentTurns } from "./turns.ts";

type Server = Awaited<ReturnType<typeof startJsonServer>>;
let server: Server;
let answers: Record<string, Answered> = {};
const SESSION = { id: "s", active: true, identity: { id: "me", traits: {} } };

beforeEach(async () => {
  answers = { "/sessions/whoami": { status: 200, body: SESSION } };
  server = await startJsonServer(
    (asked: Asked) => answers[asked.path] ?? { status: 404, body: { error: {} } },
  );
  for (const level of ["error", "warn", "info"] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

function effects() {
  const went: string[] = [];
  const identity = createIdentityClient({ baseUrl: server.url });
  return {
    went,
    identity,
    data: createDataClient(server.url, identity),
    replace: (url: string) => void went.push(`replace ${url}`),
    assign: (url: string) => void went.push(`assign ${url}`),
    localStorage: memoryStorage({ [LINKING_KEY]: "{}" }),
    sessionStorage: memoryStorage(),
  };
}

const connect = {
  kind: "connect-auth-method",
  userId: "u1",
  accountAuthMethodSettingsId: "s1",
  successUrl: "https://console.example/linked",
  failureUrl: "https://console.example/failed",
  unhandledUrl: "https://sign-in.example/",
} as const;

test("connecting a method: success, with the id that whoami gave", async () => {
  answers["/v1/graphql"] = { status: 200, body: { data: { connectAuthMethod: true } } };
  const to = effects();
  expect(await applyOutcome(connect, to)).toEqual({ kind: "leaving" });
  expect(to.went).toEqual([`assign ${connect.successUrl}`]);
  expect(to.localStorage.getItem(LINKING_KEY)).toBeNull();
  const [whoami, mutation] = server.asked;
  expect(whoami?.path).toBe("/sessions/whoami");
  expect(mutation?.headers["x-hasura-user-id"]).toBe("me");
  expect(mutation?.body).toMatchObject({ variables: { userId: "u1", accountAuthMethodSettingsId: "s1" } });
});

test.each([
  { errors: [{ message: "No such method." }] },
  { data: { connectAuthMethod: false } },
  { data: { connectAuthMethod: null } },
])("connecting a method: the API says no (%j)", async (body) => {
  answers["/v1/graphql"] = { status: 200, body };
  const to = effects();
  await applyOutcome(connect, to);
  expect(to.went).toEqual([`assign ${connect.failureUrl}`]);
});

test("connecting a method: the API does not answer in its language", async () => {
  answers["/v1/graphql"] = { status: 502 };
  const to = effects();
  await applyOutcome(connect, to);
  expect(to.went).toEqual([`assign ${connect.unhandledUrl}`]);
});

test("a failed whoami is logged and the call goes on without a user id", async () => {
  answers["/sessions/whoami"] = { status: 401, body: { error: { code: 401 } } };
  answers["/v1/graphql"] = { status: 200, body: { data: { getLoginInfo: { authMethods: [] } } } };
  expect(await loadLoginInfo(effects().data, "a@b.example")).toEqual({
    recommendedAuthMethod: undefined,
    authMethods: [],
  });
  expect(console.info).toHaveBeenCalledOnce();
  expect(server.asked[1]?.headers["x-hasura-user-id"]).toBeUndefined();
});

test("login methods that cannot be read are simply not known", async () => {
  answers["/v1/graphql"] = { status: 500, body: { errors: [{ message: "no" }] } };
  expect(await loadLoginInfo(effects().data, "a@b.example")).toBeUndefined();
});

test("login methods: inactive ones are left out, odd ones do no harm", async () => {
  const authMethods = [
    { name: "Password", type: "DEFAULT", providerId: null, isActive: true },
    { name: "Old", type: "OIDC", providerId: "old", isActive: false },
    { type: "saml", providerId: "acme" },
    null,
  ];
  answers["/v1/graphql"] = {
    status: 200,
    body: { data: { getLoginInfo: { recommendedAuthMethod: "acme", authMethods } } },
  };
  expect(await loadLoginInfo(effects().data, "a@b.example")).toEqual({
    recommendedAuthMethod: "acme",
    authMethods: [
      { name: "Password", type: "DEFAULT", providerId: undefined, isActive: true },
      { name: "acme", type: "SAML", providerId: "acme", isActive: true },
      { name: "your organisation", type: "DEFAULT", providerId: undefined, isActive: true },
    ],
  });
});

test("logging out uses the flow's token, then goes to the target", async () => {
  answers["/self-service/logout/browser"] = {
    status: 200,
    body: { logout_url: "", logout_token: "ory_lo_1" },
  };
  answers["/self-service/logout"] = { status: 204 };
  const to = effects();
  await applyOutcome({ kind: "logout", target: "https://sign-in.example/?return_to=x" }, to);
  expect(server.asked.map(({ path, query }) => [path, query.get("token")])).toEqual([
    ["/self-service/logout/browser", null],
    ["/self-service/logout", "ory_lo_1"],
  ]);
  expect(to.went).toEqual(["assign https://sign-in.example/?return_to=x"]);
  expect(console.error).not.toHaveBeenCalled();
});

test.each(["/self-service/logout/browser", "/self-service/logout"])(
  "a logout that fails at %s is logged and the redirect still happens",
  async (path) => {
    answers["/self-service/logout/browser"] = {
      status: 200,
      body: { logout_url: "", logout_token: "ory_lo_1" },
    };
    answers[path] = { status: 500, body: { error: {} } };
    const to = effects();
    await applyOutcome({ kind: "logout", target: "https://sign-in.example/" }, to);
    expect(to.went).toEqual(["assign https://sign-in.example/"]);
    expect(console.error).toHaveBeenCalledOnce();
  },
);

test("a restart replaces the page, says why in the console and is counted", async () => {
  const to = effects();
  await applyOutcome({ kind: "restart", url: "https://sign-in.example/login", notice: "Expired." }, to);
  expect(to.went).toEqual(["replace https://sign-in.example/login"]);
  expect(console.warn).toHaveBeenCalledWith("Expired.");
  expect(recentTurns(to.sessionStorage)).toBe(1);
});

test("only automatic redirects are counted", async () => {
  const to = effects();
  await applyOutcome({ kind: "redirect", url: "https://a.example" }, to);
  expect(recentTurns(to.sessionStorage)).toBe(0);
  await applyOutcome({ kind: "redirect", url: "https://a.example", isTurn: true }, to);
  expect(recentTurns(to.sessionStorage)).toBe(1);
  expect(recentTurns(to.sessionStorage, Date.now() + 60_000)).toBe(0);
});
