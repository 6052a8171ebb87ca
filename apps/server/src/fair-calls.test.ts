import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#platform/log.ts";
import { anAccount, anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { createFairCalls } from "./fair-calls.ts";

let server: TestServer;
const lines: string[] = [];
beforeAll(async () => {
  server = await startTestServer({
    env: { TENANT_REQUESTS_PER_SECOND: "1" },
    log: createLog("warn", { write: (line) => void lines.push(line) }),
  });
});
afterAll(() => server.stop());

/** Three calls at once are allowed at one a second. */
const burst = 3;
const query = "query { __typename }";
let cookie: string;
let userId: string;
let accountId: string;

beforeEach(async () => {
  accountId = await anAccount(server);
  userId = await anAdmin(server, accountId);
  cookie = await server.signIn(userId);
});

async function call(headers: Record<string, string> = {}, body = JSON.stringify({ query })) {
  const answer = await fetch(`${server.urls.api}/v1/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie, ...headers },
    body,
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function useUp(): Promise<void> {
  for (let count = 0; count < burst + 2; count += 1) await call();
}

it("refuses before the body is read, with a sentence, a time to wait, and what a browser needs to read it", async () => {
  await useUp();
  const origin = new URL(server.urls.console).origin;
  // A body that would be refused itself, if anybody looked at it.
  const refused = await call({ origin }, "{ this is no JSON");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
  expect(JSON.parse(refused.text)).toEqual({
    data: null,
    errors: [
      {
        message:
          "Your organisation sends more requests than its share of this server. Try again in a moment.",
        extensions: { code: "TOO_MANY", status: 429, retryAfterSeconds: 1 },
      },
    ],
  });
});

it("knows a caller by the session, whatever other cookies come with it", async () => {
  await useUp();
  // Whoever is remembered is refused before anybody looks at the body.
  for (const other of ["a=1; ", `b=${"x".repeat(9_000)}; `])
    expect((await call({ cookie: other + cookie }, "{ this is no JSON")).status).toBe(429);
});

it("refuses everybody of the organisation, and nobody of another", async () => {
  await useUp();
  const colleague = await server.signIn(userId);
  expect((await call({ cookie: colleague })).status).toBe(429);
  const stranger = await server.signIn(await anAdmin(server, await anAccount(server)));
  expect((await call({ cookie: stranger })).status).toBe(200);
});

it("says in the log whose calls they are, once for many", async () => {
  await useUp();
  await call();
  const told = lines.filter((line) => line.includes(accountId));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("an organisation sends more than its share");
});

it("does not count the server's own calls", async () => {
  await useUp();
  const secret = { "x-hasura-admin-secret": server.services.config.adminSecret };
  expect((await call(secret)).status).toBe(200);
});

it("counts a call once", async () => {
  const answers: number[] = [];
  for (let count = 0; count < burst; count += 1) answers.push((await call()).status);
  expect(answers).toEqual([200, 200, 200]);
  expect((await call()).status).toBe(429);
});

describe("calls that come all at once", () => {
  let busy: TestServer;
  beforeAll(async () => {
    busy = await startTestServer({ env: { TENANT_REQUESTS_PER_SECOND: "500", DATABASE_POOL: "8" } });
  });
  afterAll(() => busy.stop());

  async function ask(session: string, source = "{ currentUser { id userName } }", variables = {}) {
    const answer = await fetch(`${busy.urls.api}/v1/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: session },
      body: JSON.stringify({ query: source, variables }),
    });
    await answer.text();
    return answer.status;
  }

  it("are begun in turn: a quarter as many as there are connections, the next when one has ended or is slow", async () => {
    const fairCalls = createFairCalls(busy.services);
    const begun: number[] = [];
    const person = await anAdmin(busy, await anAccount(busy));
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const { isCounted } = await fairCalls.begin({ request, response });
      begun.push(performance.now());
      // From then on it is known whose calls they are.
      if (!isCounted) await fairCalls.count(request.headers, person);
      await sleep(begun.length === 1 ? 0 : 500);
      response.end("done");
    };
    const listener = createServer((request, response) => void answer(request, response));
    await once(listener.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
    const session = await busy.signIn(person);
    const one = async () => (await fetch(url, { headers: { cookie: session } })).text();
    await one();
    await Promise.all(Array.from({ length: 6 }, one));
    const [, first = 0, , third = 0] = begun;
    expect(begun).toHaveLength(7);
    expect(third - first).toBeGreaterThan(200);
    listener.closeAllConnections();
    await new Promise((closed) => listener.close(closed));
  });

  it("leave connections for reading when changes of an organisation wait for one another", async () => {
    const accountId = await anAccount(busy);
    const session = await busy.signIn(await anAdmin(busy, accountId));
    expect(await ask(session)).toBe(200);
    const client = new pg.Client({ connectionString: busy.databaseUrl });
    await client.connect();
    try {
      await client.query("begin");
      await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`audit ${accountId}`]);
      const team = "mutation T($id: ID!, $name: String!) { createTeam(name: $name, accountId: $id) { id } }";
      const changes = Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          ask(session, team, { id: accountId, name: `Team ${index}` }),
        ),
      );
      changes.catch(() => undefined);
      const stuck = async () => {
        const { rows } = await client.query<{ count: number }>(
          "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
        );
        return rows[0]?.count ?? 0;
      };
      await expect.poll(stuck).toBeGreaterThanOrEqual(2);
      const begun = performance.now();
      while (performance.now() - begun < 1_000) expect(await ask(session)).toBe(200);
      expect(await stuck()).toBeLessThan(8);
      await client.query("rollback");
      expect(new Set(await changes)).toEqual(new Set([200]));
    } finally {
      await client.end();
    }
  });

  it("give their turn back when nobody waits for the answer any more", async () => {
    const session = await busy.signIn(await anAdmin(busy, await anAccount(busy)));
    const call = (signal: AbortSignal | null) =>
      fetch(`${busy.urls.api}/v1/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: session },
        body: JSON.stringify({ query }),
        signal,
      });
    await (await call(null)).text();
    for (let round = 0; round < 10; round += 1) {
      const stop = new AbortController();
      const calls = Array.from({ length: 8 }, () => call(stop.signal).catch(() => undefined));
      stop.abort();
      await Promise.all(calls);
    }
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await call(null)).status));
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 200));
  });
});
