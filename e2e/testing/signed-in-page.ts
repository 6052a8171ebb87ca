// A page of the console, signed in as somebody, that fails the test on what a user would never see.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { TestServer } from "../../apps/server/src/testing/server.ts";
import { isOnPurpose, worsenNetwork } from "./bad-network.ts";

export type WatchedPage = Page & {
  /** Script errors, refused styles and scripts, failed requests since the page was opened. */
  readonly problems: readonly string[];
};

/** `user` is the e-mail address, as in the demo organisations, or an id. */
export async function signedInPage(
  browser: Browser,
  server: TestServer,
  user: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    ...consolePage(server),
    ...options,
  });
  const cookie = await server.signIn(await userIdOf(server, user));
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url: server.urls.provider };
    }),
  );
  await worsenNetwork(context);
  return watched(await context.newPage());
}

/** A page nobody is signed in on. */
export async function anonymousPage(browser: Browser, server: TestServer): Promise<WatchedPage> {
  const context = await browser.newContext(consolePage(server));
  return watched(await context.newPage());
}

// Without motion, as people may ask for: what is opened is there, and nobody waits for it to slide in.
function consolePage(server: TestServer): BrowserContextOptions {
  return {
    baseURL: server.urls.console,
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  };
}

function watched(page: Page): WatchedPage {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`script error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !isOnPurpose(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  return Object.assign(page, { problems });
}

async function userIdOf(server: TestServer, user: string): Promise<string> {
  if (!user.includes("@")) return user;
  const row = await server.db
    .selectFrom("users")
    .select("id")
    .where("user_name", "=", user)
    .executeTakeFirst();
  if (!row) throw new Error(`Nobody is called ${user}.`);
  return row.id;
}
