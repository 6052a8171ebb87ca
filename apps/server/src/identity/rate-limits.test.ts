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

test("one guess on each of many accounts counts for the address it comes from, whatever it claims to come from", async () => {
  const accounts = process.env["LONG_SECURITY_RUN"] ? 10_000 : 100;
  const address = { burst: 50, everyMs: 6_000 };
  const begun = performance.now();
  const answers: Awaited<ReturnType<typeof guess>>[] = [];
  const names = Array.from({ length: accounts }, (_, index) => index);
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        // The proxy adds the last one; all before it is what the caller wrote.
        const claimed = `198.51.${name >> 8}.${name & 255}, 203.0.113.7`;
        answers.push(await guess(server, `spread.${name}@example.com`, server.browser(claimed)));
      }
    }),
  );
  const effective = answers.filter(({ status }) => status !== 429);
  const refilled = Math.ceil((performance.now() - begun) / address.everyMs);
  expect(effective.length).toBeGreaterThanOrEqual(address.burst);
  expect(effective.length).toBeLessThanOrEqual(address.burst + refilled);
  for (const { status, headers } of answers)
    if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await guess(server, "spread.0@example.com", server.browser("203.0.113.8"))).status).toBe(400);
}, 400_000);

test("many addresses that guess on one account share its tries", async () => {
  const person = await server.person();
  const statuses = [];
  for (let count = 0; count < 7; count += 1)
    statuses.push((await guess(server, person.email, server.browser(`198.51.100.${count}`))).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
});

test("the table does not tell who tried", async () => {
  await guess(server, "curious@example.com");
  const { rows } = await server.connection.pool.query<{ row: string }>(
    "select encode(key, 'escape') as row from identity_rate_limits",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ row }) => row.includes("curious"))).toBe(false);
});
