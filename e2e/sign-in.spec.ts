// People signing in: real browser, real server, real provider, real mail.
import { TOTP } from "otpauth";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../apps/server/src/platform/ids.ts";
import { mailsTo } from "../apps/server/src/platform/mail/mailbox.ts";
import { anAccount, aUser } from "../apps/server/src/testing/builders.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import { launchBrowser } from "./testing/browser.ts";

const PASSWORD = "seven quiet lanterns";
let browser: Browser;
let server: TestServer;
let context: BrowserContext;
let page: Page;
let accountId: string;
let problems: string[];

beforeAll(async () => {
  server = await startTestServer({ env: { REGISTRATION: "on" } });
  browser = await launchBrowser();
  accountId = await anAccount(server);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  // Where people end up is what counts here; the console has tests of its own.
  await context.route(`${server.urls.console}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Console</title>" }),
  );
  page = await context.newPage();
  problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|CORS/.test(message.text())) problems.push(message.text());
  });
});
afterEach(async () => {
  expect(problems).toEqual([]);
  await context.close();
});

let people = 0;
async function aPerson(): Promise<string> {
  const email = `person-${++people}@example.org`;
  const id = await aUser(server, { accountId, userName: email });
  await server.db.transaction().execute(async (tx) => {
    await server.services.identity?.createIdentity(
      { id, email, password: PASSWORD, isAddressVerified: true },
      tx,
    );
  });
  return email;
}

const signInUrl = (path: string, query: Record<string, string> = {}) =>
  `${server.urls.signIn}${path}?${new URLSearchParams(query).toString()}`;
const home = () => `${server.urls.console}/`;

async function enterPassword(email: string, password = PASSWORD) {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signIn(email: string) {
  await page.goto(signInUrl("/"));
  await enterPassword(email);
  await page.waitForURL(home());
}

/** As an administrator does it, or the person on another device. */
async function endSessionsOf(email: string) {
  const query = new URLSearchParams({ credentials_identifier: email }).toString();
  const found = await fetch(`${server.urls.providerAdmin}/admin/identities?${query}`);
  const [identity]: { id: string }[] = Object(await found.json());
  const sessions = `${server.urls.providerAdmin}/admin/identities/${identity?.id}/sessions`;
  expect((await fetch(sessions, { method: "DELETE" })).status).toBe(204);
}

async function codeSentTo(email: string): Promise<string> {
  const read = async () => /\b(\d{6})\b/.exec((await mailsTo(server.db, email, 1))[0]?.text ?? "")?.[1] ?? "";
  await expect.poll(read, { timeout: 10_000 }).not.toBe("");
  return read();
}

describe("password", () => {
  test("leads to the page that was asked for", async () => {
    const email = await aPerson();
    await page.goto(signInUrl("/", { return_to: `${server.urls.console}/projects?sort=name` }));
    await enterPassword(email);
    await page.waitForURL(`${server.urls.console}/projects?sort=name`);
    const cookies = await context.cookies(server.urls.provider);
    expect(cookies.find(({ name }) => name === "ory_kratos_session")?.httpOnly).toBe(true);
  });

  test("a wrong one is refused in a sentence; the right one then works in the same form", async () => {
    const email = await aPerson();
    await page.goto(signInUrl("/"));
    await enterPassword(email, "not the password");
    await page.getByRole("alert").getByText("The e-mail address or password is wrong.").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(home());
  });

  test("an unknown address looks the same as a wrong password", async () => {
    await page.goto(signInUrl("/"));
    await enterPassword("nobody@example.org");
    await page.getByRole("alert").getByText("The e-mail address or password is wrong.").waitFor();
  });

  test("guessing is slowed down, and the page says for how long", async () => {
    const email = await aPerson();
    await page.goto(signInUrl("/"));
    await enterPassword(email, "guess 0");
    for (let guess = 1; guess < 8 && (await page.getByText("Too many attempts").count()) === 0; guess++) {
      await page.getByRole("button", { name: "Sign in", exact: true }).isEnabled();
      await page.getByLabel("Password", { exact: true }).fill(`guess ${guess}`);
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.keyboard.press("Enter");
      await answered;
      await page.locator("[aria-busy=false]").waitFor();
    }
    await page.getByRole("alert").getByText("Too many attempts").waitFor();
    await page
      .getByText(/Try again in \d+ (seconds|minutes)/)
      .first()
      .waitFor();
    expect(await page.getByRole("button", { name: "Sign in", exact: true }).isDisabled()).toBe(true);
    // Another address need not wait.
    await page.getByRole("button", { name: "Change e-mail address" }).click();
    expect(await page.getByText("Too many attempts").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Continue" }).isEnabled()).toBe(true);
  });

  test("shows the name and the logo of the organisation that states the address's domain", async () => {
    const fileId = newId();
    await server.db
      .insertInto("files")
      .values({
        id: fileId,
        public_id: "logo-of-acme",
        original_name: "logo.png",
        mime_type: "image/png",
        size: 1,
        sha256: "x",
      })
      .execute();
    await server.db
      .updateTable("accounts")
      .set({
        name: "Acme Airways",
        account_icon_id: fileId,
        general_settings: JSON.stringify({ emailDomains: ["acme.example"] }),
      })
      .where("id", "=", accountId)
      .execute();
    await page.goto(signInUrl("/"));
    await page.getByLabel("E-mail address").fill("anybody@acme.example");
    await page.getByRole("button", { name: "Continue" }).click();
    const logo = page.getByRole("banner").getByRole("img", { name: "Acme Airways" });
    await logo.waitFor();
    expect(await logo.getAttribute("src")).toBe(`${server.urls.api}/files/logo-of-acme`);
    expect(await page.title()).toContain("Acme Airways");
  });

  test("somebody who is signed in already goes straight home", async () => {
    await signIn(await aPerson());
    await page.goto(signInUrl("/", { return_to: `${server.urls.console}/teams` }));
    await page.waitForURL(`${server.urls.console}/teams`);
  });
});

describe("recovery", () => {
  test("by the code in the mail: wrong code, right code, new password, back where it began", async () => {
    const email = await aPerson();
    const returnTo = `${server.urls.console}/projects`;
    await page.goto(signInUrl("/", { return_to: returnTo }));
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.waitForURL(/\/recovery\?/);
    await expect.poll(() => page.getByLabel("E-mail address").inputValue()).toBe(email);
    await page.getByRole("button", { name: "Continue" }).click();
    const field = page.getByLabel("Code from the message");
    await field.waitFor();
    const code = await codeSentTo(email);
    await field.pressSequentially(code === "000000" ? "111111" : "000000");
    await page.getByRole("alert").getByText("This code is wrong").waitFor();
    await page.evaluate(`navigator.clipboard.writeText("${code.slice(0, 3)} ${code.slice(3)}")`);
    await field.focus();
    await page.keyboard.press("Control+V");
    await page.getByText("Choose a new password now").waitFor();
    expect(page.url()).toContain(`${server.urls.signIn}/settings?flow=`);
    await page.getByLabel("New password").fill("eleven loud harbours");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(returnTo);
    await context.clearCookies();
    await page.goto(signInUrl("/"));
    await enterPassword(email, "eleven loud harbours");
    await page.waitForURL(home());
  });
});

test("an address is confirmed by the code in the mail, and the way goes on from there", async () => {
  const email = `unconfirmed-${++people}@example.org`;
  const id = await aUser(server, { accountId, userName: email });
  await server.services.identity?.createIdentity({ id, email, password: PASSWORD, isAddressVerified: false });
  const isVerified = async () =>
    (
      await server.db
        .selectFrom("identity_addresses")
        .select("verified")
        .where("identity_id", "=", id)
        .executeTakeFirstOrThrow()
    ).verified;
  expect(await isVerified()).toBe(false);
  const returnTo = `${server.urls.console}/projects`;
  await page.goto(signInUrl("/verification", { return_to: returnTo, emailId: email }));
  await page.getByRole("heading", { name: "Confirm your e-mail address" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  const field = page.getByLabel("Code from the message");
  await field.waitFor();
  const code = await codeSentTo(email);
  await field.pressSequentially(code === "000000" ? "111111" : "000000");
  await page.getByRole("alert").getByText("This code is wrong or was used already").waitFor();
  expect(await isVerified()).toBe(false);
  await field.pressSequentially(code);
  await page.getByText("Your e-mail address is confirmed.").waitFor();
  expect(await isVerified()).toBe(true);
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(returnTo);
});

describe("second factor", () => {
  test("authenticator app and backup codes: set up, step up with each, take a way out", async () => {
    const email = await aPerson();
    await signIn(email);
    await page.goto(signInUrl("/settings"));
    await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    const secret = ((await page.locator(".secret code").textContent()) ?? "").replaceAll(" ", "");
    const totp = new TOTP({ secret });
    await page.getByLabel("6-digit code from the app").pressSequentially(totp.generate());
    await page.getByRole("status").getByText("Your changes are saved.").waitFor();
    await page.getByRole("button", { name: "Remove authenticator app" }).waitFor();
    await page.getByRole("button", { name: "Create backup codes" }).click();
    const list = page.getByRole("list", { name: "Your backup codes" });
    await list.waitFor();
    const codes = await list.getByRole("listitem").allTextContents();
    expect(codes).toHaveLength(12);
    await page.getByRole("button", { name: "I have stored them" }).click();
    await page.getByRole("button", { name: "Show backup codes" }).waitFor();

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    const returnTo = `${server.urls.console}/projects`;
    await page.goto(signInUrl("/", { return_to: returnTo }));
    await enterPassword(email);
    const field = page.getByLabel("Code from your authenticator app");
    await field.waitFor();
    await field.pressSequentially("000000");
    await page.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
    // A code works once, and the current one was spent on setting up.
    await field.pressSequentially(totp.generate({ timestamp: Date.now() + 30_000 }));
    await page.waitForURL(returnTo);

    await context.clearCookies();
    await page.goto(signInUrl("/", { return_to: returnTo }));
    await enterPassword(email);
    await field.pressSequentially("000000");
    await page.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
    await page.getByRole("button", { name: "Use a backup code" }).click();
    await page.getByLabel("Backup code").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.getByLabel("Backup code").fill(codes[0] ?? "");
    await page.keyboard.press("Enter");
    await page.waitForURL(returnTo);

    await context.clearCookies();
    await page.goto(signInUrl("/", { return_to: returnTo }));
    await enterPassword(email);
    await page.getByRole("button", { name: "Sign in as somebody else" }).click();
    await page.getByLabel("E-mail address").waitFor();
  });
});

describe("settings", () => {
  test("a session that was ended elsewhere leads to sign-in and back", async () => {
    const email = await aPerson();
    await signIn(email);
    await page.goto(signInUrl("/settings"));
    await page.getByLabel("New password").waitFor();
    await endSessionsOf(email);
    await page.getByLabel("New password").fill("nine pale orchards");
    await page.getByRole("button", { name: "Save" }).nth(1).click();
    await page.waitForURL((url) => url.pathname === "/");
    await enterPassword(email);
    await page.waitForURL(/\/settings\?flow=/);
    await page.getByText(`Signed in as ${email}`).waitFor();
  });

  test("a password that is too easy says why, next to its field", async () => {
    await signIn(await aPerson());
    await page.goto(signInUrl("/settings"));
    await page.getByLabel("New password").fill("password");
    await page.getByRole("button", { name: "Save" }).nth(1).click();
    await page.locator(".field-error").waitFor();
    await page.locator("[aria-invalid=true]:focus").waitFor();
  });
});

describe("interrupted", () => {
  test("an expired flow starts again with return_to", async () => {
    const email = await aPerson();
    const returnTo = `${server.urls.console}/projects`;
    await page.goto(signInUrl("/", { return_to: returnTo }));
    await page.getByLabel("E-mail address").waitFor();
    const flow = new URL(page.url()).searchParams.get("flow") ?? "";
    await server.db
      .updateTable("identity_flows")
      .set({ expires_at: new Date(0) })
      .where("id", "=", flow)
      .execute();
    await enterPassword(email);
    await page.waitForURL((url) => url.pathname === "/login" && url.searchParams.get("flow") !== flow);
    await enterPassword(email);
    await page.waitForURL(returnTo);
  });

  test("a forged CSRF token is refused and the form starts again", async () => {
    const email = await aPerson();
    await page.route(`${server.urls.provider}/self-service/login?flow=*`, async (route) => {
      const body: Record<string, unknown> = Object(JSON.parse(route.request().postData() ?? "{}"));
      await route.continue({ postData: JSON.stringify({ ...body, csrf_token: "Zm9yZ2Vk" }) });
      await page.unrouteAll();
    });
    await page.goto(signInUrl("/"));
    const warned = page.waitForEvent("console", (message) =>
      message.text().startsWith("A security violation was detected"),
    );
    await enterPassword(email);
    await warned;
    await enterPassword(email);
    await page.waitForURL(home());
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "https://localhost@evil.example",
    "javascript:alert(1)",
  ])("return_to %s leads home", async (returnTo) => {
    const email = await aPerson();
    await page.goto(signInUrl("/", { return_to: returnTo }));
    await enterPassword(email);
    await page.waitForURL(home());
  });
});

test("registration, where it is open, ends signed in", async () => {
  await page.goto(signInUrl("/"));
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("E-mail address").fill("newcomer@example.org");
  await page.getByLabel("First name").fill("New");
  await page.getByLabel("Last name").fill("Comer");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(
    (url) => url.href.startsWith(server.urls.console) || url.pathname === "/verification",
  );
  await page.goto(signInUrl("/settings"));
  await page.getByText("Signed in as newcomer@example.org").waitFor();
});
