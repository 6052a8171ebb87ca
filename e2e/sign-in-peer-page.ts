// One page per test on a protocol peer, in a browser that lives as long as the test file.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { launchBrowser } from "./testing/browser.ts";
import { google, password, saml, aFlow } from "./sign-in-flows.ts";
import type { message } from "./sign-in-flows.ts";
import { startPeer } from "./sign-in-peer.ts";
import type { Reply, Routes } from "./sign-in-peer.ts";

type Peer = Awaited<ReturnType<typeof startPeer>>;

export function usePeerPage() {
  const at: { browser?: Browser; peer?: Peer; context?: BrowserContext; page?: Page; problems: string[] } = {
    problems: [],
  };
  const given = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("Only inside a test.");
    return value;
  };

  beforeAll(async () => {
    [at.browser, at.peer] = await Promise.all([launchBrowser(), startPeer()]);
  });
  afterAll(async () => {
    await at.browser?.close();
    await at.peer?.stop();
  });
  beforeEach(async () => {
    at.context = await given(at.browser).newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const page = await at.context.newPage();
    at.page = page;
    at.problems = [];
    page.on("pageerror", (error) => at.problems.push(error.message));
    page.on("console", (line) => {
      if (line.text().includes("Content Security Policy")) at.problems.push(line.text());
    });
  });
  afterEach(async () => {
    expect(at.problems).toEqual([]);
    await at.context?.close();
  });

  return {
    get page() {
      return given(at.page);
    },
    get peer() {
      return given(at.peer);
    },
    async open(path: string, routes: Routes) {
      given(at.peer).answer(routes);
      await given(at.page).goto(given(at.peer).origin + path);
    },
    /** The bodies of the forms that were sent. */
    submitted(flowType: string) {
      return given(at.peer)
        .calls.filter((call) => call.method === "POST" && call.path === `/self-service/${flowType}`)
        .map((call) => call.body);
    },
    /** Waits until this element has the cursor. */
    async hasFocus(selector: string) {
      await given(at.page).locator(`${selector}:focus`).waitFor({ state: "attached" });
    },
  };
}

export const ok = (body: unknown) => (): Reply => ({ status: 200, body });

export function error(status: number, id: string | undefined, extras: object = {}) {
  return (): Reply => ({ status, body: { error: { id, code: status, message: "refused" }, ...extras } });
}

export function aLogin(given: object = {}, ...messages: ReturnType<typeof message>[]) {
  return aFlow([google, saml, ...password], { requested_aal: "aal1", ...given }, messages);
}
