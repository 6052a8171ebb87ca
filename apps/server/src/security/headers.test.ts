// Threat S21: an answer without the headers that keep browsers safe, and what a browser could run that we never meant.
import { existsSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { safeHeaders } from "#platform/http/safe-headers.ts";
import { anAccount, anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

const apps = fileURLToPath(new URL("../../../", import.meta.url));
const isBuilt = ["console", "sign-in", "widget"].every((app) => existsSync(`${apps}${app}/dist`));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ withDemo: true });
});
afterAll(() => server.stop());

/** Every kind of answer: pages, files, JSON, errors, nothing. */
const addresses = ({ console, signIn, api, provider }: TestServer["urls"]): string[] => [
  `${console}/`,
  `${console}/organizations/x`,
  `${console}/index.html`,
  `${console}/icon.svg`,
  `${console}/locales/en/common.json`,
  `${console}/missing.js`,
  `${console}/%2e%2e/%2e%2e/etc/passwd`,
  `${signIn}/`,
  `${signIn}/error?id=x`,
  `${signIn}/missing.css`,
  `${api}/`,
  `${api}/v1/graphql`,
  `${api}/health/alive`,
  `${api}/health/ready`,
  `${api}/metrics`,
  `${api}/files/0`,
  `${api}/files/..%2f..%2fetc`,
  `${api}/files/%00`,
  `${api}/files/%ff%fe`,
  `${api}/widget/%00`,
  `${api}/widget?widget=%00&page=%00`,
  `${api}/applets/page?url=%00`,
  `${api}/chat/files/%00`,
  `${api}/${"x".repeat(3_000)}`,
  `${provider}/self-service/login/flows?id=%00`,
  `${provider}/self-service/errors?id=%00`,
  `${api}/loader.js`,
  `${api}/widget`,
  `${api}/widget/test`,
  `${api}/widget/x`,
  `${api}/widget/assets/missing.js`,
  `${api}/demo`,
  `${api}/demo/page.css`,
  `${api}/applets/page?url=https://x.example`,
  `${api}/chat/files/x`,
  `${api}/nothing/here`,
  `${provider}/`,
  `${provider}/sessions/whoami`,
  `${provider}/self-service/login/browser`,
  `${provider}/self-service/errors?id=x`,
  `${provider}/health/alive`,
  `${provider}/schemas/x`,
];

it("a call that passes no web framework is answered with the same headers, each once, on a line that stays open", async () => {
  const url = new URL(`${server.urls.api}/v1/graphql`);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (body: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(url, { method: "POST", agent, headers: { "content-type": "application/json" } });
      call.on("response", (response) => response.resume().on("end", () => resolve(response)));
      call.on("error", reject).end(body);
    });
  try {
    const answers = [await ask('{"query":"{ __typename }"}'), await ask("nothing"), await ask("{}")];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 400]);
    expect(new Set(answers.map(({ socket }) => socket)).size).toBe(1);
    for (const { rawHeaders, headers } of answers) {
      const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
      expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
      expect(headers).toMatchObject({
        ...safeHeaders(false),
        "content-type": "application/json; charset=utf-8",
        vary: "Origin",
      });
    }
  } finally {
    agent.destroy();
  }
});

describe.runIf(isBuilt)("every answer", () => {
  it("is not sniffed, does not say where people came from, and carries a policy without unsafe parts", async ({
    task,
  }) => {
    const wrong: string[] = [];
    const all = addresses(server.urls);
    for (const address of all) {
      const response = await fetch(address, { redirect: "manual" });
      const header = (name: string) => response.headers.get(name) ?? "";
      await response.body?.cancel();
      const policy = header("content-security-policy");
      const problems = [
        response.status >= 500 && `answered ${response.status}`,
        header("x-content-type-options") !== "nosniff" && "may be sniffed",
        !/^(no-referrer|same-origin|strict-origin-when-cross-origin)$/.test(header("referrer-policy")) &&
          "referrer",
        !/default-src '(none|self)'/.test(policy) && `no policy: ${policy}`,
        /unsafe-(inline|eval|hashes)|-src [^;]*\*/.test(policy) && `unsafe policy: ${policy}`,
        !/frame-ancestors/.test(policy) && "may be framed",
        !/^(same-origin|same-site|cross-origin)$/.test(header("cross-origin-resource-policy")) &&
          "resource policy",
        header("permissions-policy") === "" && "permissions",
        header("server") !== "" && "names its server",
        header("x-powered-by") !== "" && "names what it runs on",
        header("strict-transport-security") !== "" && "asks for HTTPS without having it",
        header("access-control-allow-origin") === "*" &&
          header("access-control-allow-credentials") !== "" &&
          "open",
      ].filter((problem) => problem !== false);
      if (problems.length > 0) wrong.push(`${address}: ${problems.join(", ")}`);
    }
    Object.assign(task.meta, { cases: all.length });
    expect(wrong).toEqual([]);
  });

  it("of a page turns no text into code", async ({ task }) => {
    const pages = [server.urls.console, server.urls.signIn, `${server.urls.api}/widget/test`];
    for (const page of pages) {
      const response = await fetch(page);
      const html = await response.text();
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).toMatch(
        page === server.urls.console ? /trusted-types parley(;|$)/ : /trusted-types 'none'(;|$)/,
      );
      expect(policy).toMatch(/script-src 'self'(;| 'nonce)/);
      expect(policy).toContain("base-uri 'none'");
      // No script of the page's own, no handler, no style.
      expect(html.replaceAll(/<script type="application\/json"[^>]*>.*?<\/script>/gs, "")).not.toMatch(
        /<script(?![^>]*\bsrc=)[^>]*>|\son\w+=|<style(?![^>]*nonce)|\sstyle=|javascript:/,
      );
    }
    Object.assign(task.meta, { cases: pages.length });
  });
});

it("under HTTPS cookies have the prefix and browsers are told to stay", async ({ task }) => {
  const secure = await startTestServer({
    env: {
      CONSOLE_URL: "https://parley.example",
      SIGN_IN_URL: "https://parley.example:4455",
      API_URL: "https://parley.example:8080",
    },
  });
  const at = (url: string) =>
    url.replace("https://parley.example:8080", `http://localhost:${secure.services.config.ports.api}`);
  try {
    const api = await fetch(`${at(secure.urls.api)}/health/alive`);
    expect(api.headers.get("strict-transport-security")).toMatch(/max-age=\d{8}/);
    expect(api.headers.getSetCookie().join()).toMatch(/__Host-XSRF-TOKEN=.*Path=\/; Secure/);
    expect(api.headers.getSetCookie().join()).not.toMatch(/domain=/i);
  } finally {
    await secure.stop();
  }
  const plain = await fetch(`${server.urls.api}/health/alive`);
  expect(plain.headers.getSetCookie().join()).toMatch(/^XSRF-TOKEN=/);
  Object.assign(task.meta, { cases: 2 });
});

it("what was uploaded can run nowhere", async ({ task }) => {
  const accountId = await anAccount(server);
  const userId = await anAdmin(server, accountId);
  const uploads: [string, string][] = [
    ["page.html", "<!doctype html><script>alert(1)</script>"],
    ["picture.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["script.js", "alert(1)"],
    ["style.css", "body{background:url(//evil.example)}"],
    ["page.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>'],
    ["../../x.pdf", "%PDF-1.4 <script>alert(1)</script>"],
    ["x.xml", '<?xml version="1.0"?><?xml-stylesheet href="javascript:alert(1)"?><a/>'],
  ];
  const { publicIds } = await storeAll(uploads, accountId, userId);
  for (const publicId of publicIds) {
    const response = await fetch(`${server.urls.api}/files/${publicId}`);
    expect(response.status).toBe(200);
    const type = response.headers.get("content-type") ?? "";
    expect(type).toMatch(/^(text\/plain|application\/octet-stream|application\/pdf)/);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(response.headers.get("content-security-policy")).toMatch(/default-src 'none'; sandbox/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    await response.body?.cancel();
  }
  Object.assign(task.meta, { cases: uploads.length });
});

async function storeAll(uploads: readonly [string, string][], accountId: string, userId: string) {
  const { insertFile } = await import("#domains/files");
  const publicIds: string[] = [];
  for (const [originalName, content] of uploads) {
    const stored = await server.services.files.put(Buffer.from(content), { maxBytes: 100_000 });
    await server.db
      .transaction()
      .execute((tx) => insertFile(tx, { ...stored, originalName }, { accountId, userId }));
    publicIds.push(stored.publicId);
  }
  return { publicIds };
}
