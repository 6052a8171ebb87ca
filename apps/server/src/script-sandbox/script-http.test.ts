import http from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#platform/log.ts";
import { createOutgoing } from "#platform/outgoing/outgoing.ts";
import { createScriptHttp, createScriptSandbox } from "./index.ts";
import { isAllowedHost } from "./script-http.ts";

const paths: string[] = [];
const server = http.createServer((request, response) => {
  paths.push(`${request.method} ${request.url}`);
  if (request.url === "/away") return response.writeHead(302, { location: "http://other.example/" }).end();
  if (request.url === "/slow") return undefined;
  request.pipe(response.writeHead(200, { "content-type": request.headers["content-type"] ?? "text/plain" }));
  return undefined;
});
const sandbox = createScriptSandbox({ processes: 1 });
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = address !== null && typeof address === "object" ? address.port : 0;
});
afterAll(() => {
  sandbox.close();
  server.closeAllConnections();
  server.close();
});

function run(code: string, privateHosts = ["api.internal"]) {
  const resolve = async () => ["127.0.0.1"];
  const outgoing = createOutgoing({ privateHosts, log: createLog("silent"), resolve });
  const call = createScriptHttp(outgoing, { allowedHosts: ["api.internal"], timeoutMs: 300 });
  return sandbox.runScript({ code: code.replaceAll("PORT", String(port)), api: { http: call } });
}

test("a script posts JSON to a listed host and reads the answer", async () => {
  const { output, error } = await run(
    `const answer = await http({ url: "http://api.internal:PORT/echo", method: "POST", body: { a: [1] } });
return [answer.status, answer.body, answer.headers["content-type"]];`,
  );
  expect(error).toBeUndefined();
  expect(output).toEqual([200, { a: [1] }, "application/json"]);
});

test.each([
  ["http://other.internal:PORT/", "may not call other.internal"],
  ["http://127.0.0.1:PORT/", "may not call 127.0.0.1"],
  ["http://api.internal.evil.example:PORT/", "may not call api.internal.evil.example"],
  ["http://api.internal@evil.example:PORT/", "may not call evil.example"],
  ["file:///etc/passwd", "may not call"],
  ["not a url", "may not call this address"],
  ["http://api.internal:PORT/slow", "gave no usable answer in time"],
])("%s does not work", async (url, sentence) => {
  const before = paths.length;
  const { error } = await run(`await http({ url: ${JSON.stringify(url)} })`);
  expect(error?.message).toContain(sentence);
  if (!url.endsWith("/slow")) expect(paths.length).toBe(before);
});

test("a listed host at a private address still needs the operator's word", async () => {
  const { error } = await run(`await http("http://api.internal:PORT/")`, []);
  expect(error?.message).toContain("api.internal cannot be called");
});

test("a redirect is shown and not followed", async () => {
  const { output } = await run(`const { status, headers } = await http("http://api.internal:PORT/away");
return [status, headers.location];`);
  expect(output).toEqual([302, "http://other.example/"]);
});

test("a pattern allows the names below a domain", () => {
  expect(isAllowedHost("a.example.com", ["*.example.com"])).toBe(true);
  expect(isAllowedHost("example.com", ["*.example.com"])).toBe(false);
  expect(isAllowedHost("evilexample.com", ["*.example.com"])).toBe(false);
  expect(isAllowedHost("example.com", ["Example.com"])).toBe(true);
  expect(isAllowedHost("a.example.com", ["*"])).toBe(false);
});
