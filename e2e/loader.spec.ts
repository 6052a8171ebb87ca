// A customer's page on another origin, under a strict content security policy, with the loader on it.
import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  anInstance,
  aPlace,
  finishedRuns,
  runLog,
  step,
  type TestPlace,
} from "../apps/server/src/applets/testing.ts";
import { startTestServer, type TestServer } from "../apps/server/src/testing/server.ts";
import { launchBrowser } from "./testing/browser.ts";

let server: TestServer;
let browser: Browser;
let site: Server;
let origin: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  const api = new URL(server.urls.api).origin;
  site = createServer((request, response) => {
    const nonce = randomBytes(12).toString("base64");
    response.setHeader(
      "content-security-policy",
      `default-src 'none'; script-src 'nonce-${nonce}'; connect-src ${api}; frame-src ${api}; style-src 'self'; base-uri 'none'; require-trusted-types-for 'script'`,
    );
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Shop ${request.url}</title><body>
      <main><h1>Shop</h1><button id="buy">Buy</button><p class="tall">…</p></main>
      <script nonce="${nonce}" src="${api}/loader.js" async></script></body></html>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const address = site.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  site?.close();
});

async function onSite(path: string): Promise<TestPlace> {
  const place = await aPlace(server);
  const saved = await server.graphql(
    /* GraphQL */ `
      mutation UpdateProjectEnvironmentConfig($projectId: ID!, $id: ID!, $url: String!) {
        updateProjectEnvironmentConfig(
          projectId: $projectId
          projectEnvironmentConfigId: $id
          domains: [{ url: $url }]
        ) {
          id
        }
      }
    `,
    { projectId: place.projectId, id: place.live, url: `${origin}${path}` },
    { userId: place.userId },
  );
  expect(saved.errors).toEqual([]);
  return place;
}

async function open(path: string): Promise<Page & { problems: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(`${origin}${path}`);
  return Object.assign(page, { problems });
}

const banner = (page: Page) => page.locator("[data-parley=banner]");

test("a page view shows a banner as text, keeps a cookie, and the server does its part and logs the run", async () => {
  const place = await onSite("/view");
  await anInstance(server, place, {
    name: "Welcome",
    triggers: [step("page-view", { urls: ["/view/*"] })],
    condition: { options: { all: [{ fact: "page.query.vip", operator: "equals", value: "yes" }] } },
    actions: [
      step("show-banner", {
        text: "Hello <img src=x onerror=alert(1)> {{page.query.name}}",
        linkText: "Offers",
        linkUrl: "javascript:alert(1)",
      }),
      step("set-cookie", { name: "seen", value: "{{page.path}}" }),
      step("analytics-event", { name: "welcomed", properties: { path: "{{page.path}}" } }),
    ],
  });
  const page = await open("/view/a?vip=yes&name=%3Cb%3EAda");
  await banner(page).waitFor();
  expect(await banner(page).textContent()).toContain("Hello <img src=x onerror=alert(1)> <b>Ada");
  expect(await banner(page).locator("img, b, a").count()).toBe(0);
  expect(await page.evaluate("document.cookie")).toContain("parley_seen=%2Fview%2Fa");
  const [run] = await finishedRuns(server, place, 1);
  expect(run).toMatchObject({
    status: "SUCCEEDED",
    triggerKind: "page-view",
    condition: { outcome: true },
    actions: [
      { status: "SUCCEEDED" },
      { status: "SUCCEEDED" },
      { status: "SUCCEEDED", input: { properties: { path: "/view/a" } } },
    ],
  });
  expect(page.problems).toEqual([]);
  const other = await open("/view/a?vip=no");
  await finishedRuns(server, place, 2);
  expect((await runLog(server, place)).rows[0]).toMatchObject({
    status: "SKIPPED",
    condition: { outcome: false },
  });
  expect(await banner(other).count()).toBe(0);
});

test("time, scroll, click, exit, custom events and addresses that change without loading start applets", async () => {
  const place = await onSite("/wait");
  const shows = (text: string) => [step("show-banner", { text })];
  await anInstance(server, place, {
    name: "Time",
    triggers: [step("time-on-page", { seconds: 1 })],
    actions: shows("time"),
  });
  await anInstance(server, place, {
    name: "Scroll",
    triggers: [step("scroll-depth", { percent: 90 })],
    actions: shows("scroll"),
  });
  await anInstance(server, place, {
    name: "Click",
    triggers: [step("click", { selector: "#buy" })],
    actions: shows("click"),
  });
  await anInstance(server, place, { name: "Exit", triggers: [step("exit-intent")], actions: shows("exit") });
  await anInstance(server, place, {
    name: "Event",
    triggers: [step("custom-event", { name: "cart" })],
    condition: { options: { fact: "event.data.total", operator: "atLeast", value: 50 } },
    actions: shows("cart {{event.data.total}}"),
  });
  await anInstance(server, place, {
    name: "Spa",
    triggers: [step("page-view", { urls: ["/wait/spa"] })],
    actions: shows("spa"),
  });
  const page = await open("/wait/");
  await banner(page).filter({ hasText: "time" }).waitFor();
  await page.evaluate("document.querySelector('.tall').style.height = '4000px'");
  expect(await banner(page).filter({ hasText: "scroll" }).count()).toBe(0);
  await page.evaluate("scrollTo(0, 4000)");
  await banner(page).filter({ hasText: "scroll" }).waitFor();
  await page.locator("#buy").dispatchEvent("click");
  await banner(page).filter({ hasText: "click" }).waitFor();
  await page.evaluate("document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1 }))");
  await banner(page).filter({ hasText: "exit" }).waitFor();
  await page.evaluate("Parley.event('cart', { total: 10 })");
  await page.evaluate("Parley.event('cart', { total: 70 })");
  await banner(page).filter({ hasText: "cart 70" }).waitFor();
  expect(await banner(page).filter({ hasText: "cart 10" }).count()).toBe(0);
  await page.evaluate("history.pushState({}, '', '/wait/spa')");
  await banner(page).filter({ hasText: "spa" }).waitFor();
  expect(page.problems).toEqual([]);
});

test("paused applets, drafts, other environments and other pages stay silent", async () => {
  const place = await onSite("/silent");
  const welcome = { triggers: [step("page-view")], actions: [step("show-banner", { text: "loud" })] };
  await anInstance(server, place, { ...welcome, name: "Paused", status: "PAUSED" });
  await anInstance(server, place, { ...welcome, name: "Draft", status: "DRAFT" });
  await anInstance(server, place, { ...welcome, name: "Sandbox", projectEnvironmentConfigId: place.sandbox });
  const asked: string[] = [];
  const page = await open("/silent/");
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${origin}/silent/x`);
  await page.goto(`${origin}/elsewhere`);
  await page.waitForTimeout(800);
  expect(await banner(page).count()).toBe(0);
  expect(asked.filter((url) => url.includes("/applets/runs"))).toEqual([]);
  expect((await runLog(server, place)).rows).toEqual([]);
});

test("an applet opens the chat in a frame of the server, once", async () => {
  const place = await onSite("/chat");
  await anInstance(server, place, {
    triggers: [step("page-view")],
    actions: [step("open-chat", { widgetId: "w-1" }), step("message-chat", { text: "hi", widgetId: "w-1" })],
  });
  const page = await open("/chat/");
  const frame = page.locator("iframe[data-parley=chat]");
  await frame.waitFor();
  expect(await frame.count()).toBe(1);
  const source = new URL((await frame.getAttribute("src")) ?? "");
  expect([source.origin, source.pathname, source.searchParams.get("widget")]).toEqual([
    new URL(server.urls.api).origin,
    "/widget",
    "w-1",
  ]);
});
