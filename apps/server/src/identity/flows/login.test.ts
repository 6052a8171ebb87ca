import { afterAll, beforeAll, expect, test } from "vitest";
import { at, createBrowser, csrfOf, messageIds, nodesOf, textAt } from "../testing/browser.ts";
import { type Person, type TestProvider, startTestProvider } from "../testing/provider.ts";

let server: TestProvider;
let ann: Person;
beforeAll(async () => {
  server = await startTestProvider();
  ann = await server.person({ email: "ann@example.com" });
});
afterAll(() => server.stop());

async function openLogin(query = "") {
  const browser = server.browser();
  const { body, status } = await browser.getJson(`/self-service/login/browser${query}`);
  return {
    browser,
    flow: body,
    status,
    submit: `/self-service/login?flow=${textAt(body, "id")}`,
    csrf: csrfOf(body),
  };
}

test("a new flow has the form's fields in order", async () => {
  const { flow, status } = await openLogin("?return_to=/projects");
  expect(status).toBe(200);
  expect(nodesOf(flow).map(({ name, group, label }) => [name, group, label])).toEqual([
    ["csrf_token", "default", undefined],
    ["identifier", "default", 1070002],
    ["method", "code", 1010015],
    ["password", "password", 1070001],
    ["method", "password", 1010022],
  ]);
  expect(flow).toMatchObject({
    type: "browser",
    state: "choose_method",
    refresh: false,
    requested_aal: "aal1",
    return_to: "http://localhost:3000/projects",
  });
});

test("the right password signs in: session, cookie, whoami, logout", async () => {
  const { browser, submit, csrf } = await openLogin();
  const answer = await browser.postJson(submit, {
    method: "password",
    identifier: "Ann@Example.com",
    password: ann.password,
    csrf_token: csrf,
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    session: {
      active: true,
      authenticator_assurance_level: "aal1",
      identity: { id: ann.id, traits: { email: ann.email } },
    },
    continue_with: [{ action: "redirect_browser_to", redirect_browser_to: "http://localhost:3000/" }],
  });
  expect(answer.headers.getSetCookie().join("\n")).toMatch(
    /ory_kratos_session=ory_st_[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax/,
  );
  const who = await browser.getJson("/sessions/whoami");
  expect(who.status).toBe(200);
  expect(who.headers.get("x-kratos-authenticated-identity-id")).toBe(ann.id);
  expect(await server.provider.whoami(browser.cookieHeader())).toMatchObject({ identity: { id: ann.id } });

  const logout = await browser.getJson("/self-service/logout/browser");
  const token = textAt(logout.body, "logout_token");
  expect((await browser.getJson(`/self-service/logout?token=${token}x`)).status).toBe(403);
  const cookie = browser.cookieHeader();
  expect((await browser.getJson(`/self-service/logout?token=${token}`)).status).toBe(204);
  expect(await server.provider.whoami(cookie)).toBeNull();
  const gone = await browser.getJson("/sessions/whoami");
  expect([gone.status, at(gone.body, "error", "id")]).toEqual([401, undefined]);
});

test.each([
  ["a wrong password", { identifier: "ann@example.com", password: "not the right one" }],
  ["an unknown address", { identifier: "nobody@example.com", password: "not the right one" }],
])("%s gives the same 400 and keeps the address", async (_name, fields) => {
  const { browser, submit, csrf } = await openLogin();
  const answer = await browser.postJson(submit, { method: "password", ...fields, csrf_token: csrf });
  expect([answer.status, messageIds(answer.body)]).toEqual([400, [4000006]]);
  const again = await browser.postJson(submit, {
    method: "password",
    identifier: ann.email,
    password: ann.password,
    csrf_token: csrfOf(answer.body),
  });
  expect(again.status).toBe(200);
});

test.each([
  ["missing", undefined],
  ["of another browser", "x".repeat(88)],
])("a CSRF token that is %s is refused with 403", async (_name, token) => {
  const { browser, submit } = await openLogin();
  const answer = await browser.postJson(submit, {
    method: "password",
    identifier: ann.email,
    password: ann.password,
    csrf_token: token,
  });
  expect([answer.status, at(answer.body, "error", "id")]).toEqual([403, "security_csrf_violation"]);
  expect(browser.cookies.has("ory_kratos_session")).toBe(false);
});

test("a flow of another browser can be neither shown nor submitted", async () => {
  const { submit, flow } = await openLogin();
  const other = await openLogin();
  const shown = await other.browser.getJson(`/self-service/login/flows?id=${textAt(flow, "id")}`);
  expect([shown.status, at(shown.body, "error", "id")]).toEqual([403, "security_csrf_violation"]);
  const sent = await other.browser.postJson(submit, {
    method: "password",
    identifier: ann.email,
    password: ann.password,
    csrf_token: other.csrf,
  });
  expect(sent.status).toBe(403);
});

test("an unknown method, a missing flow and an unknown flow", async () => {
  const { browser, submit, csrf } = await openLogin();
  const unknown = await browser.postJson(submit, { method: "palm", csrf_token: csrf });
  expect([unknown.status, messageIds(unknown.body)]).toEqual([400, [4010002]]);
  expect((await browser.postJson("/self-service/login", {})).status).toBe(400);
  expect((await browser.postJson(`/self-service/login?flow=${ann.id}`, {})).status).toBe(404);
  expect((await browser.getJson(`/self-service/login/flows?id=${ann.id}`)).status).toBe(404);
});

test("who is signed in is told so, and a submission folds it into the flow", async () => {
  const browser = await server.signIn(ann);
  const start = await browser.getJson("/self-service/login/browser");
  expect([start.status, at(start.body, "error", "id")]).toEqual([400, "session_already_available"]);
  const stale = await openLogin();
  const both = createBrowser(
    server.publicUrl,
    new Map([
      ...stale.browser.cookies,
      ["ory_kratos_session", browser.cookies.get("ory_kratos_session") ?? ""],
    ]),
  );
  const answer = await both.postJson(stale.submit, {
    method: "password",
    identifier: ann.email,
    password: ann.password,
    csrf_token: stale.csrf,
  });
  expect([answer.status, messageIds(answer.body)]).toEqual([400, [4000001]]);
});

test("a browser without JSON is led by redirects", async () => {
  const browser = server.browser();
  const start = await browser.get("/self-service/login/browser?return_to=http://localhost:3000/teams");
  expect(start.status).toBe(303);
  const id = new URL(start.location ?? "").searchParams.get("flow");
  expect(start.location).toBe(`http://localhost:4455/login?flow=${id}`);
  const { body } = await browser.getJson(`/self-service/login/flows?id=${id}`);
  const fields = { method: "password", identifier: ann.email, csrf_token: csrfOf(body) };
  const wrong = await browser.postForm(`/self-service/login?flow=${id}`, {
    ...fields,
    password: "wrong wrong",
  });
  expect([wrong.status, wrong.location]).toEqual([303, `http://localhost:4455/login?flow=${id}`]);
  const right = await browser.postForm(`/self-service/login?flow=${id}`, {
    ...fields,
    password: ann.password,
  });
  expect([right.status, right.location]).toEqual([303, "http://localhost:3000/teams"]);
  const forged = await browser.postForm(`/self-service/login?flow=${ann.id}`, {});
  expect([forged.status, new URL(forged.location ?? "").pathname]).toEqual([303, "/error"]);
  const shown = await browser.getJson(
    `/self-service/errors?id=${new URL(forged.location ?? "").searchParams.get("id")}`,
  );
  expect(at(shown.body, "error", "code")).toBe(404);
});

test("an expired flow is replaced, and the new one works", async () => {
  const { browser, submit, csrf, flow } = await openLogin("?return_to=/projects");
  server.advance(3_600_001);
  const shown = await browser.getJson(`/self-service/login/flows?id=${textAt(flow, "id")}`);
  expect([shown.status, at(shown.body, "error", "id")]).toEqual([410, "self_service_flow_expired"]);
  const answer = await browser.postJson(submit, {
    method: "password",
    identifier: ann.email,
    password: ann.password,
    csrf_token: csrf,
  });
  expect([answer.status, at(answer.body, "error", "id")]).toEqual([410, "self_service_flow_expired"]);
  const next = await browser.getJson(`/self-service/login/flows?id=${textAt(answer.body, "use_flow_id")}`);
  expect(messageIds(next.body)).toEqual([4010001]);
  expect(at(next.body, "return_to")).toBe("http://localhost:3000/projects");
});

test("a form longer than the limit, broken JSON, a NUL and endless nesting are refused", async () => {
  const { browser, submit } = await openLogin();
  const nul = { method: "password", identifier: "a\0b@example.com", password: "x" };
  expect((await browser.postJson(submit, nul)).status).toBe(400);
  expect((await browser.postJson(submit, { traits: { name: [nul] } })).status).toBe(400);
  expect((await browser.postJson(submit, { password: "x".repeat(2_000_000) })).status).toBe(413);
  for (const body of ["{", `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`]) {
    const response = await fetch(server.publicUrl + submit, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(response.status).toBe(400);
  }
});

test("health is told apart from readiness", async () => {
  const browser = server.browser();
  expect((await browser.getJson("/health/alive")).body).toEqual({ status: "ok" });
  expect((await browser.getJson("/health/ready")).body).toEqual({ status: "ok" });
});
