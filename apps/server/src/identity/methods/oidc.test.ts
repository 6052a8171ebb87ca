import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, at, createBrowser, messageIds, nodesOf, textAt } from "../testing/browser.ts";
import { aConnection, aMember, anAccount } from "../testing/connections.ts";
import { openFlow } from "../testing/flows.ts";
import { type OidcIdp, startOidcIdp } from "../testing/oidc-idp.ts";
import { type TestProvider, startTestProvider } from "../testing/provider.ts";

let server: TestProvider;
let idp: OidcIdp;
let accountId: string;
beforeAll(async () => {
  server = await startTestProvider();
  const callback = (name: string) => `${server.publicUrl}/self-service/methods/oidc/callback/${name}`;
  idp = await startOidcIdp("parley", "a client secret", [callback("acme"), callback("second")]);
  accountId = await anAccount(server);
  const oidc = {
    type: "OIDC",
    issuerUrl: idp.issuer,
    clientId: "parley",
    clientSecret: "a client secret",
  } as const;
  await aConnection(server, accountId, { ...oidc, name: "Acme", providerId: "acme" });
  await aConnection(server, accountId, { ...oidc, name: "Second", providerId: "second" });
});
afterAll(async () => {
  await idp.stop();
  await server.stop();
});

/** Follows the redirects at the provider until it sends the browser back to us. */
async function visitIdp(url: string): Promise<string> {
  const browser = createBrowser(idp.issuer);
  let next = url;
  for (let hops = 0; hops < 10 && next.startsWith(idp.issuer); hops += 1) {
    const answer = await browser.get(next);
    next = new URL(answer.location ?? "about:blank", idp.issuer).href;
  }
  return next;
}

async function leave(browser: Browser, kind: "login" | "settings", fields: Record<string, unknown>) {
  const flow = await openFlow(browser, kind);
  const answer = await flow.send(fields);
  expect([answer.status, at(answer.body, "error", "id")]).toEqual([422, "browser_location_change_required"]);
  return { flow, url: textAt(answer.body, "redirect_browser_to") };
}

test("the sign-in page offers the connections of the top organisations first", async () => {
  const flow = await openFlow(server.browser(), "login");
  expect(
    nodesOf(flow.first.body)
      .slice(0, 3)
      .map(({ name, value, group, label }) => [name, name === "csrf_token" ? "" : value, group, label]),
  ).toEqual([
    ["provider", "acme", "oidc", 1010002],
    ["provider", "second", "oidc", 1010002],
    ["csrf_token", "", "default", undefined],
  ]);
});

test("an invited person signs in with PKCE, and the client secret is not readable at rest", async () => {
  const email = "olga@acme.example";
  const id = await server.provider.createIdentity({ email });
  await server.connection.db
    .insertInto("users")
    .values({ id, user_name: email, first_name: "O", last_name: "L" })
    .execute();
  await aMember(server, accountId, id);
  const browser = server.browser();
  const { url } = await leave(browser, "login", { method: "oidc", provider: "acme" });
  expect(new URL(url).searchParams.get("code_challenge_method")).toBe("S256");
  idp.account = { sub: "olga-1", email, isVerified: true };
  const back = await visitIdp(url);
  const done = await browser.get(back);
  expect([done.status, done.location]).toEqual([303, "http://localhost:3000/"]);
  const who = await browser.getJson("/sessions/whoami");
  expect([at(who.body, "identity", "id"), at(who.body, "authentication_methods", 0, "method")]).toEqual([
    id,
    "oidc",
  ]);
  const { rows } = await server.connection.pool.query<{ row: string }>(
    "select m::text as row from custom_auth_methods m",
  );
  expect(rows.some(({ row }) => row.includes("a client secret"))).toBe(false);
  // The same answer a second time, in this browser and in a stranger's.
  for (const other of [browser, server.browser()]) {
    expect(new URL((await other.get(back)).location ?? "").pathname).toBe("/error");
  }
});

test("an answer with another state, or for another connection, is refused", async () => {
  for (const change of [
    (url: URL) => url.searchParams.set("state", "forged"),
    (url: URL) => (url.pathname = url.pathname.replace("acme", "second")),
  ]) {
    const browser = server.browser();
    const { url } = await leave(browser, "login", { method: "oidc", provider: "acme" });
    idp.account = { sub: "olga-1", email: "olga@acme.example", isVerified: true };
    const back = new URL(await visitIdp(url));
    change(back);
    const answer = await browser.get(back.href);
    expect(new URL(answer.location ?? "").pathname).toBe("/error");
    expect(browser.cookies.has("ory_kratos_session")).toBe(false);
  }
});

test("who cancels, has no account or an address the provider doubts comes back to the form with a message", async () => {
  await server.person({ email: "doubtful@acme.example" });
  const cases = [
    null,
    { sub: "nobody", email: "nobody@acme.example", isVerified: true },
    { sub: "doubt", email: "doubtful@acme.example", isVerified: false },
  ];
  for (const account of cases) {
    const browser = server.browser();
    const { flow, url } = await leave(browser, "login", { method: "oidc", provider: "acme" });
    idp.account = account;
    const answer = await browser.get(await visitIdp(url));
    expect(answer.location).toBe(`http://localhost:4455/login?flow=${flow.id}`);
    expect(messageIds((await browser.getJson(`/self-service/login/flows?id=${flow.id}`)).body)).toEqual([
      4000001,
    ]);
    expect(browser.cookies.has("ory_kratos_session")).toBe(false);
  }
});

test("an unknown connection is a 404", async () => {
  const flow = await openFlow(server.browser(), "login");
  expect((await flow.send({ method: "oidc", provider: "nope" })).status).toBe(404);
});

test("linked in settings, used to sign in, unlinked, but never the last way in", async () => {
  const person = await server.person();
  await aMember(server, accountId, person.id);
  const browser = await server.signIn(person);
  idp.account = { sub: "linked-1", email: "whatever@elsewhere.example", isVerified: true };
  const { flow, url } = await leave(browser, "settings", { link: "acme" });
  const done = await browser.get(await visitIdp(url));
  expect(done.location).toBe(`http://localhost:4455/settings?flow=${flow.id}`);
  const shown = await browser.getJson(`/self-service/settings/flows?id=${flow.id}`);
  expect(messageIds(shown.body)).toEqual([1050001]);
  expect(
    nodesOf(shown.body)
      .filter(({ group }) => group === "oidc")
      .map(({ name, value }) => [name, value]),
  ).toEqual([
    ["link", "second"],
    ["unlink", "acme"],
  ]);
  const again = await (await openFlow(browser, "settings")).send({ link: "acme" });
  expect([again.status, messageIds(again.body)]).toEqual([400, [4000001]]);

  const direct = server.browser();
  const login = await leave(direct, "login", { method: "oidc", provider: "acme" });
  await direct.get(await visitIdp(login.url));
  expect(at((await direct.getJson("/sessions/whoami")).body, "identity", "id")).toBe(person.id);

  const other = await server.person();
  await aMember(server, accountId, other.id);
  const thief = await server.signIn(other);
  const taken = await leave(thief, "settings", { link: "acme" });
  await thief.get(await visitIdp(taken.url));
  expect(messageIds((await thief.getJson(`/self-service/settings/flows?id=${taken.flow.id}`)).body)).toEqual([
    4000027,
  ]);

  const { db } = server.connection;
  await db
    .deleteFrom("identity_credentials")
    .where("identity_id", "=", person.id)
    .where("type", "=", "password")
    .execute();
  const last = await (await openFlow(browser, "settings")).send({ unlink: "acme" });
  expect([last.status, messageIds(last.body)]).toEqual([400, [4000001]]);
  await server.provider.setPassword(person.id, "a second way to come in");
  const fresh = await server.signIn({ ...person, password: "a second way to come in" });
  const unlinked = await (await openFlow(fresh, "settings")).send({ unlink: "acme" });
  expect(messageIds(unlinked.body)).toEqual([1050001]);
});

test("a person of another organisation cannot link this one's connection", async () => {
  const browser = await server.signIn(await server.person());
  const answer = await (await openFlow(browser, "settings")).send({ link: "acme" });
  expect([answer.status, messageIds(answer.body)]).toEqual([400, [4000001]]);
});
