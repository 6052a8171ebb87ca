import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailsTo } from "#platform/mail/mailbox.ts";
import { type Browser, at, messageIds, nodesOf, textAt } from "../testing/browser.ts";
import { aMember, anAccount } from "../testing/connections.ts";
import { continueFlow, openFlow } from "../testing/flows.ts";
import { type Person, type TestProvider, startTestProvider } from "../testing/provider.ts";

const unlimited = { burst: 1_000, everyMs: 1 };
let server: TestProvider;
beforeAll(async () => {
  server = await startTestProvider({
    settings: {
      limits: {
        account: unlimited,
        device: unlimited,
        address: unlimited,
        mailPerRecipient: unlimited,
        mailPerAddress: unlimited,
      },
    },
  });
});
afterAll(() => server.stop());

function totpCode(secret: string, offsetMs = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock() + offsetMs });
}
let moved = 0;
const clock = () => Date.now() + moved;
function advance(milliseconds: number): void {
  moved += milliseconds;
  server.advance(milliseconds);
}

async function enrolTotp(browser: Browser): Promise<string> {
  const flow = await openFlow(browser, "settings");
  const secret = textAt(
    nodeNamed(flow.first.body, "totp_secret_key"),
    "attributes",
    "text",
    "context",
    "secret",
  );
  const saved = await flow.send({ method: "totp", totp_code: totpCode(secret) });
  expect([saved.status, messageIds(saved.body)]).toEqual([200, [1050001]]);
  return secret;
}

function nodeNamed(body: unknown, name: string): unknown {
  const nodes = at(body, "ui", "nodes");
  return Array.isArray(nodes)
    ? nodes.find(
        (node: unknown) => at(node, "attributes", "id") === name || at(node, "attributes", "name") === name,
      )
    : undefined;
}

async function stepUp(person: Person, fields: Record<string, unknown>) {
  const browser = await server.signIn(person);
  const flow = await openFlow(browser, "login", "?aal=aal2");
  return { browser, flow, answer: await flow.send(fields) };
}

test("the form lists what can be changed, in order", async () => {
  const browser = await server.signIn(await server.person());
  const flow = await openFlow(browser, "settings");
  expect(nodesOf(flow.first.body).map(({ name, group }) => `${String(group)}:${name}`)).toEqual([
    "default:csrf_token",
    "profile:traits.email",
    "profile:traits.name.first",
    "profile:traits.name.last",
    "profile:method",
    "password:password",
    "password:method",
    "lookup_secret:lookup_secret_regenerate",
    "totp:totp_qr",
    "totp:totp_secret_key",
    "totp:totp_code",
    "totp:method",
  ]);
  expect(at(flow.first.body, "state")).toBe("show_form");
  expect(textAt(nodeNamed(flow.first.body, "totp_qr"), "attributes", "src")).toMatch(
    /^data:image\/png;base64,/,
  );
});

test("without a session: 401 with the id at the start, without it later; a browser goes to sign in", async () => {
  const browser = server.browser();
  const start = await browser.getJson("/self-service/settings/browser");
  expect([start.status, at(start.body, "error", "id")]).toEqual([401, "session_inactive"]);
  const shown = await browser.getJson("/self-service/settings/flows?id=x");
  expect([shown.status, at(shown.body, "error", "id")]).toEqual([401, undefined]);
  const page = await browser.get("/self-service/settings/browser?return_to=/me");
  const target = new URL(page.location ?? "");
  expect([page.status, target.pathname]).toEqual([303, "/self-service/login/browser"]);
  expect(target.searchParams.get("return_to")).toBe(
    `${server.publicUrl}/self-service/settings/browser?return_to=/me`,
  );
});

test("a settings flow of another person is refused", async () => {
  const ann = await openFlow(await server.signIn(await server.person()), "settings");
  const bob = await server.signIn(await server.person());
  const shown = await bob.getJson(`/self-service/settings/flows?id=${ann.id}`);
  expect([shown.status, at(shown.body, "error", "id")]).toEqual([403, "security_identity_mismatch"]);
  const own = await openFlow(bob, "settings");
  const sent = await bob.postJson(`/self-service/settings?flow=${ann.id}`, {
    method: "password",
    password: "something else entirely",
    csrf_token: nodesOf(own.first.body)[0]?.value,
  });
  expect([sent.status, at(sent.body, "error", "id")]).toEqual([403, "security_identity_mismatch"]);
});

test("a new password ends other sessions and is told by mail; weak ones are refused on the field", async () => {
  const person = await server.person({ email: "margarete.holm@example.com" });
  const accountId = await anAccount(server);
  await aMember(server, accountId, person.id);
  const other = await server.signIn(person);
  const browser = await server.signIn(person);
  const flow = await openFlow(browser, "settings");
  const weak: ReadonlyArray<readonly [string, number]> = [
    ["short", 4000032],
    ["Password123!", 4000034],
    ["margarete.holm1", 4000031],
    ["a".repeat(300), 4000033],
    [person.password, 4000039],
  ];
  for (const [password, id] of weak) {
    const refused = await flow.send({ method: "password", password });
    expect([refused.status, nodesOf(refused.body).find(({ name }) => name === "password")?.messages]).toEqual(
      [400, [id]],
    );
  }
  const saved = await flow.send({ method: "password", password: "completely new phrase" });
  expect([saved.status, at(saved.body, "state"), messageIds(saved.body)]).toEqual([
    200,
    "success",
    [1050001],
  ]);
  expect((await other.getJson("/sessions/whoami")).status).toBe(401);
  expect((await browser.getJson("/sessions/whoami")).status).toBe(200);
  const logged = await server.connection.db
    .selectFrom("audit_log")
    .select(["action", "user_id"])
    .where("account_id", "=", accountId)
    .execute();
  expect(logged).toEqual([{ action: "user.password_changed", user_id: person.id }]);
  await server.provider.idle();
  const [mail] = await mailsTo(server.connection.db, person.email);
  expect([mail?.template, mail?.text.includes("signed out of 1 other session")]).toEqual([
    "password-changed",
    true,
  ]);
});

test("an old sign-in must be renewed; the change is parked and done afterwards", async () => {
  const person = await server.person();
  const browser = await server.signIn(person);
  const flow = await openFlow(browser, "settings");
  advance(16 * 60_000);
  const refused = await flow.send({ method: "password", password: "parked and then done" });
  expect([refused.status, at(refused.body, "error", "id")]).toEqual([403, "session_refresh_required"]);
  const target = new URL(textAt(refused.body, "redirect_browser_to"));
  expect(target.searchParams.get("refresh")).toBe("true");
  const { rows } = await server.connection.pool.query<{ row: string }>(
    "select c::text as row from identity_continuity c",
  );
  expect(rows.some(({ row }) => row.includes("parked and then done"))).toBe(false);

  const login = await openFlow(browser, "login", target.search);
  expect(messageIds(login.first.body)).toEqual([1010003]);
  expect(nodesOf(login.first.body).map(({ name, label }) => [name, label])).toEqual([
    ["csrf_token", undefined],
    ["identifier", undefined],
    ["password", 1070001],
    ["method", 1010001],
  ]);
  const again = await login.send({ method: "password", identifier: person.email, password: person.password });
  expect(again.status).toBe(200);
  const resumed = await browser.get(`/self-service/settings?flow=${flow.id}`);
  expect([resumed.status, resumed.location]).toEqual([303, `http://localhost:4455/settings?flow=${flow.id}`]);
  await server.signIn({ ...person, password: "parked and then done" });
});

test("TOTP: enrolled with its own flow, asked for at the next sign-in, each code once", async () => {
  const person = await server.person();
  const browser = await server.signIn(person);
  const secret = await enrolTotp(browser);
  expect(at((await browser.getJson("/sessions/whoami")).body, "authenticator_assurance_level")).toBe("aal2");

  const fresh = await server.signIn(person);
  const who = await fresh.getJson("/sessions/whoami");
  expect([who.status, at(who.body, "error", "id")]).toEqual([403, "session_aal2_required"]);
  expect(textAt(who.body, "redirect_browser_to")).toBe(
    `${server.publicUrl}/self-service/login/browser?aal=aal2`,
  );
  expect(await server.provider.whoami(fresh.cookieHeader())).toBeNull();
  const settings = await fresh.getJson("/self-service/settings/browser");
  expect([settings.status, at(settings.body, "error", "id")]).toEqual([403, "session_aal2_required"]);

  advance(60_000);
  const code = totpCode(secret);
  const wrong = await stepUp(person, { method: "totp", totp_code: code === "000000" ? "000001" : "000000" });
  expect(nodesOf(wrong.flow.first.body).map(({ name, label }) => [name, label])).toEqual([
    ["csrf_token", undefined],
    ["totp_code", 1010006],
    ["method", 1010009],
  ]);
  expect(messageIds(wrong.flow.first.body)).toEqual([1010004]);
  expect([wrong.answer.status, messageIds(wrong.answer.body)]).toEqual([400, [4000008]]);
  const right = await wrong.flow.send({ method: "totp", totp_code: code });
  expect([right.status, at(right.body, "session", "authenticator_assurance_level")]).toEqual([200, "aal2"]);
  const replay = await stepUp(person, { method: "totp", totp_code: code });
  expect([replay.answer.status, messageIds(replay.answer.body)]).toEqual([400, [4000008]]);

  const off = await openFlow(right.status === 200 ? wrong.browser : browser, "settings");
  expect(
    nodesOf(off.first.body)
      .filter(({ group }) => group === "totp")
      .map(({ name, label }) => [name, label]),
  ).toEqual([["totp_unlink", 1050004]]);
  expect(messageIds((await off.send({ totp_unlink: true })).body)).toEqual([1050001]);
  expect((await (await server.signIn(person)).getJson("/sessions/whoami")).status).toBe(200);
});

test("a TOTP code that enrolled cannot sign in as well", async () => {
  const person = await server.person();
  const secret = await enrolTotp(await server.signIn(person));
  const replay = await stepUp(person, { method: "totp", totp_code: totpCode(secret) });
  expect(messageIds(replay.answer.body)).toEqual([4000008]);
});

test("backup codes: shown, active only when confirmed, each once, revealed again, turned off", async () => {
  const person = await server.person();
  const browser = await server.signIn(person);
  const flow = await openFlow(browser, "settings");
  const made = await flow.send({ lookup_secret_regenerate: true });
  expect([made.status, messageIds(made.body)]).toEqual([200, []]);
  expect(
    nodesOf(made.body)
      .filter(({ group }) => group === "lookup_secret")
      .map(({ name }) => name),
  ).toEqual(["lookup_secret_codes", "lookup_secret_confirm"]);
  const secrets = at(nodeNamed(made.body, "lookup_secret_codes"), "attributes", "text", "context", "secrets");
  const codes = Array.isArray(secrets)
    ? secrets.map((entry: unknown) => textAt(entry, "context", "secret"))
    : [];
  expect(codes).toHaveLength(12);
  expect(codes.every((code) => /^[a-z0-9]{8}$/.test(code))).toBe(true);
  expect((await (await server.signIn(person)).getJson("/sessions/whoami")).status).toBe(200);
  expect(messageIds((await flow.send({ lookup_secret_confirm: true })).body)).toEqual([1050001]);

  const { answer } = await stepUp(person, { method: "lookup_secret", lookup_secret: codes[0] });
  expect(answer.status).toBe(200);
  expect(
    messageIds((await stepUp(person, { method: "lookup_secret", lookup_secret: codes[0] })).answer.body),
  ).toEqual([4000012]);
  expect(
    messageIds((await stepUp(person, { method: "lookup_secret", lookup_secret: "wrongone" })).answer.body),
  ).toEqual([4000016]);
  const together = await Promise.all(
    [1, 2, 3].map(() => stepUp(person, { method: "lookup_secret", lookup_secret: codes[1] })),
  );
  expect(together.map(({ answer: { status } }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);

  const { rows } = await server.connection.pool.query<{ row: string }>(
    "select c::text as row from identity_credentials c union all select f::text from identity_flows f",
  );
  expect(rows.some(({ row }) => codes.some((code) => row.includes(code)))).toBe(false);
  const revealed = await (await openFlow(browser, "settings")).send({ lookup_secret_reveal: true });
  expect(
    nodesOf(revealed.body)
      .filter(({ group }) => group === "lookup_secret")
      .map(({ name }) => name),
  ).toEqual(["lookup_secret_codes", "lookup_secret_disable", "lookup_secret_regenerate"]);
  expect(
    messageIds((await (await openFlow(browser, "settings")).send({ lookup_secret_disable: "true" })).body),
  ).toEqual([1050001]);
  expect((await (await server.signIn(person)).getJson("/sessions/whoami")).status).toBe(200);
});

test("profile: names follow into the product; an address that is taken is refused on its field", async () => {
  const taken = await server.person();
  const person = await server.person();
  const browser = await server.signIn(person);
  const flow = await openFlow(browser, "settings");
  const named = await flow.send({
    method: "profile",
    traits: { email: person.email, name: { first: "Berta", last: "Neu" } },
  });
  expect(messageIds(named.body)).toEqual([1050001]);
  const user = await server.connection.db
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", person.id)
    .executeTakeFirst();
  expect(user).toEqual({ first_name: "Berta", last_name: "Neu" });
  // And back: what colleagues wrote in the console is what the form shows.
  await server.connection.db
    .updateTable("users")
    .set({ last_name: "Alt" })
    .where("id", "=", person.id)
    .execute();
  const again = await openFlow(browser, "settings");
  const shown = ["traits.name.first", "traits.name.last"].map((name) =>
    at(nodeNamed(again.first.body, name), "attributes", "value"),
  );
  expect(shown).toEqual(["Berta", "Alt"]);
  const clash = await flow.send({ method: "profile", traits: { email: taken.email } });
  expect([clash.status, nodesOf(clash.body).find(({ name }) => name === "traits.email")?.messages]).toEqual([
    400,
    [4000007],
  ]);
  const changed = await flow.send({ method: "profile", traits: { email: "berta.neu@example.com" } });
  expect(messageIds(changed.body)).toEqual([1050001]);
  await server.signIn({ ...person, email: "berta.neu@example.com" });
  expect(at(changed.body, "identity", "verifiable_addresses", 0, "verified")).toBe(false);
});

test("sessions: others are listed with their device, ended one by one or together", async () => {
  const person = await server.person();
  const [one, two, three] = [
    await server.signIn(person),
    await server.signIn(person),
    await server.signIn(person),
  ];
  const list = await one.getJson("/sessions");
  expect(list.body).toHaveLength(2);
  expect(at(list.body, 0, "devices", 0, "ip_address")).toMatch(/^(::1|127\.0\.0\.1|::ffff:127\.0\.0\.1)$/);
  const own = textAt((await one.getJson("/sessions/whoami")).body, "id");
  expect((await one.send("DELETE", `/sessions/${own}`)).status).toBe(400);
  expect((await one.send("DELETE", "/sessions/nonsense")).status).toBe(400);
  const second = textAt((await two.getJson("/sessions/whoami")).body, "id");
  expect((await one.send("DELETE", `/sessions/${second}`)).status).toBe(204);
  expect((await two.getJson("/sessions/whoami")).status).toBe(401);
  expect((await one.send("DELETE", "/sessions")).body).toEqual({ count: 1 });
  expect((await three.getJson("/sessions/whoami")).status).toBe(401);
  const { db } = server.connection;
  const active = () =>
    db.selectFrom("users").select("has_active_sessions").where("id", "=", person.id).executeTakeFirst();
  expect(await active()).toEqual({ has_active_sessions: true });
  await server.provider.revokeSessions(person.id);
  expect(await active()).toEqual({ has_active_sessions: false });
  const ended = await db
    .selectFrom("outbox")
    .select("payload")
    .where("topic", "=", "session-ended")
    .execute();
  expect(JSON.stringify(ended)).toContain(second);
});

test("an expired settings flow is a bare 410 when shown and names its successor when sent", async () => {
  const person = await server.person();
  const browser = await server.signIn(person);
  const flow = await openFlow(browser, "settings");
  advance(3_600_001);
  const shown = await browser.getJson(`/self-service/settings/flows?id=${flow.id}`);
  expect([shown.status, at(shown.body, "error", "id")]).toEqual([410, undefined]);
  const sent = await flow.send({ method: "profile", traits: { email: person.email } });
  expect([sent.status, at(sent.body, "error", "id")]).toEqual([410, "self_service_flow_expired"]);
  const next = await continueFlow(browser, "settings", textAt(sent.body, "use_flow_id"));
  expect(messageIds(next.first.body)).toEqual([4050001]);
});
