import { afterAll, beforeAll, expect, test } from "vitest";
import { at, messageIds, nodesOf } from "../testing/browser.ts";
import { openFlow } from "../testing/flows.ts";
import { type TestProvider, startTestProvider } from "../testing/provider.ts";

let server: TestProvider;
beforeAll(async () => {
  server = await startTestProvider({ env: { REGISTRATION: "on" } });
});
afterAll(() => server.stop());

test("closed by default", async () => {
  const closed = await startTestProvider();
  try {
    const answer = await closed.browser().getJson("/self-service/registration/browser");
    expect([answer.status, at(answer.body, "error", "id")]).toEqual([400, "self_service_flow_disabled"]);
    const sent = await closed.browser().postJson("/self-service/registration?flow=x", {});
    expect(sent.status).toBe(400);
  } finally {
    await closed.stop();
  }
});

test("signs up, signs in, sends a verification code and makes the product's user", async () => {
  const flow = await openFlow(server.browser(), "registration");
  expect(nodesOf(flow.first.body).map(({ name, group }) => `${String(group)}:${name}`)).toEqual([
    "default:csrf_token",
    "default:traits.email",
    "default:traits.name.first",
    "default:traits.name.last",
    "password:password",
    "password:method",
  ]);
  const traits = { email: "dora@example.com", name: { first: "Dora", last: "Dee" } };
  const weak = await flow.send({ method: "password", traits, password: "12345678" });
  expect([weak.status, nodesOf(weak.body).find(({ name }) => name === "password")?.messages]).toEqual([
    400,
    [4000034],
  ]);
  expect(nodesOf(weak.body).find(({ name }) => name === "traits.email")?.value).toBe("dora@example.com");
  const done = await flow.send({ method: "password", traits, password: "quite unusual words" });
  expect(done.status).toBe(200);
  expect(at(done.body, "continue_with", 0, "action")).toBe("show_verification_ui");
  expect((await flow.browser.getJson("/sessions/whoami")).status).toBe(200);
  expect(await server.codeSentTo("dora@example.com")).toMatch(/^\d{6}$/);
  const user = await server.connection.db
    .selectFrom("users")
    .select(["first_name", "status"])
    .where("user_name", "=", "dora@example.com")
    .executeTakeFirst();
  expect(user).toEqual({ first_name: "Dora", status: "ACTIVE" });

  const again = await openFlow(server.browser(), "registration");
  const taken = await again.send({
    method: "password",
    traits: { email: "DORA@example.com" },
    password: "quite unusual words",
  });
  expect([taken.status, messageIds(taken.body)]).toEqual([400, [4000007]]);
  const missing = await again.send({ method: "password", traits: {}, password: "quite unusual words" });
  expect(nodesOf(missing.body).find(({ name }) => name === "traits.email")?.messages).toEqual([4000002]);
});
