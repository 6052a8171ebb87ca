import { afterAll, beforeAll, expect, test } from "vitest";
import { at, messageIds } from "./testing/browser.ts";
import { openFlow } from "./testing/flows.ts";
import { type Person, type TestProvider, startTestProvider } from "./testing/provider.ts";

let server: TestProvider;
beforeAll(async () => {
  server = await startTestProvider();
});
afterAll(() => server.stop());

async function guess(at: TestProvider, email: string, browser = at.browser()) {
  const flow = await openFlow(browser, "login");
  return flow.send({ method: "password", identifier: email, password: "a wrong guess" });
}

test("guesses on one account are limited across two servers and a restart, with Retry-After", async () => {
  const person = await server.person();
  const second = await server.another();
  const statuses = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await guess(count % 2 === 0 ? server : second, person.email)).status);
  const third = await server.another();
  statuses.push((await guess(third, person.email)).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400]);
  for (const one of [server, second, third]) {
    const refused = await guess(one, person.email.toUpperCase());
    expect([refused.status, at(refused.body, "error", "code")]).toEqual([429, 429]);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(100);
    expect(wait).toBeLessThanOrEqual(180);
  }
});

test("together they never let more than the burst through", async () => {
  const person = await server.person();
  const answers = await Promise.all(Array.from({ length: 12 }, () => guess(server, person.email)));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

test("an unknown address is limited just the same", async () => {
  const statuses = [];
  for (let count = 0; count < 6; count += 1)
    statuses.push((await guess(server, "not.there@example.com")).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});

test("a stranger's guessing does not lock out a browser that signed in before", async () => {
  const person = await server.person();
  const own = await server.signIn(person);
  own.cookies.delete("ory_kratos_session");
  for (let count = 0; count < 6; count += 1) await guess(server, person.email);
  expect((await guess(server, person.email)).status).toBe(429);
  const flow = await openFlow(own, "login");
  const answer = await flow.send({ method: "password", identifier: person.email, password: person.password });
  expect(answer.status).toBe(200);
});

test("the right password costs no try", async () => {
  const person: Person = await server.person();
  for (let count = 0; count < 8; count += 1) await server.signIn(person);
});

test("one address can be mailed only so often, whether it has an account or not", async () => {
  const person = await server.person();
  for (const email of [person.email, "unknown.to.us@example.com"]) {
    const statuses = [];
    for (let count = 0; count < 4; count += 1) {
      const flow = await openFlow(server.browser(), "recovery");
      const answer = await flow.send({ method: "code", email });
      statuses.push([answer.status, messageIds(answer.body)[0]]);
    }
    expect(statuses).toEqual([
      [200, 1060003],
      [200, 1060003],
      [200, 1060003],
      [429, undefined],
    ]);
  }
});

test("the table does not tell who tried", async () => {
  await guess(server, "curious@example.com");
  const { rows } = await server.connection.pool.query<{ row: string }>(
    "select encode(key, 'escape') as row from identity_rate_limits",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ row }) => row.includes("curious"))).toBe(false);
});
