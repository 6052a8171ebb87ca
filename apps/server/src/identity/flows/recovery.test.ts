import { afterAll, beforeAll, expect, test } from "vitest";
import { mailsTo } from "#platform/mail/mailbox.ts";
import { at, csrfOf, messageIds, nodesOf, textAt } from "../testing/browser.ts";
import { continueFlow, openFlow } from "../testing/flows.ts";
import { type TestProvider, startTestProvider } from "../testing/provider.ts";

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

test("a code by mail leads to settings, ends every other session, and the person is told", async () => {
  const person = await server.person();
  const elsewhere = await server.signIn(person);
  const flow = await openFlow(server.browser(), "recovery", "?return_to=/projects");
  expect(nodesOf(flow.first.body).map(({ name, label }) => [name, label])).toEqual([
    ["csrf_token", undefined],
    ["email", 1070007],
    ["method", 1070009],
  ]);
  const sent = await flow.send({ method: "code", email: person.email.toUpperCase() });
  expect([sent.status, at(sent.body, "state"), messageIds(sent.body)]).toEqual([
    200,
    "sent_email",
    [1060003],
  ]);
  expect(
    nodesOf(sent.body).map(({ name, value, label }) => [name, name === "csrf_token" ? "" : value, label]),
  ).toEqual([
    ["csrf_token", "", undefined],
    ["code", undefined, 1070010],
    ["method", "code", undefined],
    ["method", "code", 1070009],
    ["email", person.email, 1070008],
  ]);
  const code = await server.codeSentTo(person.email);
  const wrong = await flow.send({ method: "code", code: code === "000000" ? "000001" : "000000" });
  expect([wrong.status, messageIds(wrong.body)]).toEqual([200, [4060006]]);

  const right = await flow.send({ method: "code", code });
  expect([right.status, at(right.body, "error", "id")]).toEqual([422, "browser_location_change_required"]);
  const target = new URL(textAt(right.body, "redirect_browser_to"));
  expect(target.href.split("?")[0]).toBe("http://localhost:4455/settings");
  expect((await elsewhere.getJson("/sessions/whoami")).status).toBe(401);
  const who = await flow.browser.getJson("/sessions/whoami");
  expect(at(who.body, "authentication_methods", 0, "method")).toBe("code_recovery");
  await server.provider.idle();
  const mails = await mailsTo(server.connection.db, person.email);
  expect(mails.map((mail) => mail.template)).toContain("account-recovered");

  const settings = await continueFlow(flow.browser, "settings", target.searchParams.get("flow") ?? "");
  expect(messageIds(settings.first.body)).toEqual([1060001]);
  expect(at(settings.first.body, "return_to")).toBe("http://localhost:3000/projects");
  const saved = await settings.send({ method: "password", password: "another longer phrase" });
  expect([saved.status, messageIds(saved.body)]).toEqual([200, [1050001]]);
  await server.signIn({ ...person, password: "another longer phrase" });
});

test("a used code does not work a second time, in its flow or in another", async () => {
  const person = await server.person();
  const flow = await openFlow(server.browser(), "recovery");
  await flow.send({ method: "code", email: person.email });
  const code = await server.codeSentTo(person.email);
  const other = await openFlow(server.browser(), "recovery");
  await other.send({ method: "code", email: "somebody.else@example.com" });
  expect(messageIds((await other.send({ method: "code", code })).body)).toEqual([4060006]);
  expect((await flow.send({ method: "code", code })).status).toBe(422);
  const replay = flow.browser;
  replay.cookies.delete("ory_kratos_session");
  const shown = await replay.getJson(`/self-service/recovery/flows?id=${flow.id}`);
  // The CSRF secret changed with the sign-in: the old form is no longer this browser's.
  expect(shown.status).toBe(403);
});

test("an unknown address gets the same answer and no mail", async () => {
  const known = await server.person();
  const answers = [];
  for (const email of [known.email, "unknown@example.com"]) {
    const flow = await openFlow(server.browser(), "recovery");
    const answer = await flow.send({ method: "code", email });
    const body = JSON.stringify(answer.body)
      .replaceAll(flow.id, "FLOW")
      .replaceAll(csrfOf(answer.body), "CSRF")
      .replaceAll(email, "EMAIL")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
    answers.push([answer.status, body]);
  }
  expect(answers[0]).toEqual(answers[1]);
  await server.provider.idle();
  expect(await mailsTo(server.connection.db, "unknown@example.com")).toEqual([]);
});

test("after five wrong codes the flow is replaced, and the right code no longer works there", async () => {
  const person = await server.person();
  const flow = await openFlow(server.browser(), "recovery");
  await flow.send({ method: "code", email: person.email });
  const code = await server.codeSentTo(person.email);
  const wrong = code === "111111" ? "222222" : "111111";
  for (let count = 0; count < 5; count += 1)
    expect((await flow.send({ method: "code", code: wrong })).status).toBe(200);
  const answer = await flow.send({ method: "code", code });
  expect([answer.status, new URL(answer.location ?? "").pathname]).toEqual([
    303,
    "/self-service/recovery/flows",
  ]);
  expect((await flow.browser.getJson("/sessions/whoami")).status).toBe(401);
});

test("a code outlives neither its time nor a newer one", async () => {
  const person = await server.person();
  const flow = await openFlow(server.browser(), "recovery");
  await flow.send({ method: "code", email: person.email });
  const first = await server.codeSentTo(person.email);
  await flow.send({ method: "code", email: person.email });
  const second = await server.codeSentTo(person.email);
  if (first !== second)
    expect(messageIds((await flow.send({ method: "code", code: first })).body)).toEqual([4060006]);
  server.advance(16 * 60_000);
  expect(messageIds((await flow.send({ method: "code", code: second })).body)).toEqual([4060006]);
});

test("expired: shown as a bare 410, submitted it becomes a new flow", async () => {
  const flow = await openFlow(server.browser(), "recovery");
  server.advance(3_600_001);
  const shown = await flow.browser.getJson(`/self-service/recovery/flows?id=${flow.id}`);
  expect([shown.status, at(shown.body, "error", "id")]).toEqual([410, undefined]);
  const sent = await flow.send({ method: "code", email: "a@example.com" });
  expect(sent.status).toBe(303);
  expect((await flow.browser.getJson(sent.location ?? "")).status).toBe(200);
});

test("a person whose recovery an administrator blocked gets no mail", async () => {
  const person = await server.person();
  const { db } = server.connection;
  await db
    .updateTable("users")
    .set({ password_recovery_status: "BLOCKED" })
    .where("id", "=", person.id)
    .execute();
  const flow = await openFlow(server.browser(), "recovery");
  expect((await flow.send({ method: "code", email: person.email })).status).toBe(200);
  expect(await server.codeSentTo(person.email)).toBe("");
});

test("codes are not in the database in a readable form", async () => {
  const person = await server.person();
  const flow = await openFlow(server.browser(), "recovery");
  await flow.send({ method: "code", email: person.email });
  const code = await server.codeSentTo(person.email);
  const { rows } = await server.connection.pool.query<{ row: string }>(
    "select c::text as row from identity_codes c union all select f::text from identity_flows f union all select s::text from identity_sessions s",
  );
  expect(
    rows.filter(
      ({ row }) => row.includes(code) && !row.includes(`-${code}`) && new RegExp(`\\b${code}\\b`).test(row),
    ),
  ).toEqual([]);
});

test("verification: a code verifies the address, and the finished flow is replaced", async () => {
  const email = "newcomer@example.com";
  const id = await server.provider.createIdentity({ email, password: "a long enough phrase" });
  const flow = await openFlow(server.browser(), "verification", "?return_to=/welcome");
  const sent = await flow.send({ method: "code", email });
  expect([sent.status, messageIds(sent.body)]).toEqual([200, [1080003]]);
  expect(messageIds((await flow.send({ method: "code", code: "12" })).body)).toEqual([4070006]);
  const done = await flow.send({ method: "code", code: await server.codeSentTo(email) });
  expect([done.status, at(done.body, "state"), messageIds(done.body)]).toEqual([
    200,
    "passed_challenge",
    [1080002],
  ]);
  expect(at(done.body, "ui")).toMatchObject({ action: "http://localhost:3000/welcome", method: "GET" });
  expect(nodesOf(done.body).map(({ name }) => name)).toEqual(["csrf_token", "continue"]);
  const row = await server.connection.db
    .selectFrom("identity_addresses")
    .select("verified")
    .where("identity_id", "=", id)
    .executeTakeFirst();
  expect(row?.verified).toBe(true);
  const again = await flow.send({ method: "code", code: "123456" });
  expect([again.status, at(again.body, "error", "id")]).toEqual([410, "self_service_flow_replaced"]);
});
