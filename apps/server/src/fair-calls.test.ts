import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { anAccount, anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TENANT_REQUESTS_PER_SECOND: "1" } });
});
afterAll(() => server.stop());

/** Three calls at once are allowed at one a second. */
const burst = 3;
const query = "query { __typename }";
let cookie: string;
let userId: string;

beforeEach(async () => {
  const accountId = await anAccount(server);
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

it("refuses everybody of the organisation, and nobody of another", async () => {
  await useUp();
  const colleague = await server.signIn(userId);
  expect((await call({ cookie: colleague })).status).toBe(429);
  const stranger = await server.signIn(await anAdmin(server, await anAccount(server)));
  expect((await call({ cookie: stranger })).status).toBe(200);
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
