import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";

const token = "a-token-for-prometheus";
let open: TestServer;
let closed: TestServer;
beforeAll(async () => {
  [open, closed] = await Promise.all([startTestServer(), startTestServer({ env: { METRICS_TOKEN: token } })]);
});
afterAll(() => Promise.all([open.stop(), closed.stop()]));

async function statusOf({ urls }: TestServer, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(`${urls.api}/metrics`, { headers });
  const text = await answer.text();
  expect(text.includes("parley_process_cpu_seconds_total")).toBe(answer.status === 200);
  return answer.status;
}

it("without a token, figures are for who asks from inside", async () => {
  expect(await statusOf(open)).toBe(200);
  expect(await statusOf(open, { "x-forwarded-for": "10.1.2.3" })).toBe(200);
  // As a proxy on this machine passes on who asked it.
  expect(await statusOf(open, { "x-forwarded-for": "93.184.216.34" })).toBe(404);
  expect(await statusOf(open, { "x-forwarded-for": "2606:2800:220:1::1" })).toBe(404);
});

it("with a token, they are for who has it, wherever they are", async () => {
  expect(await statusOf(closed)).toBe(404);
  expect(await statusOf(closed, { authorization: "Bearer another" })).toBe(404);
  expect(await statusOf(closed, { authorization: `Bearer ${token}` })).toBe(200);
  const outside = { "x-forwarded-for": "93.184.216.34" };
  expect(await statusOf(closed, { ...outside, authorization: `Bearer ${token}` })).toBe(200);
});
