// Every screen of the console and the sign-in pages under the policy they are served with: nothing of ours is
// refused, and what an attacker would try is.
import { sql } from "kysely";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "../apps/console/src/shared/urls.ts";
import { startTestServer, type TestServer } from "../apps/server/src/testing/server.ts";
import { launchBrowser } from "./testing/browser.ts";
import { anonymousPage, signedInPage, type WatchedPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({ withDemo: true }), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

type Ids = Readonly<Record<string, string>>;

/** Rows that belong together, one list per kind of screen; a later one adds to the first. */
const places = [
  'select p.id as project, p.account_id as org, s.id as solution, v.id as "solutionVersion" from projects p join project_pro_studio_settings t on t.project_id = p.id join solutions s on s.project_pro_studio_setting_id = t.id join solution_versions v on v.solution_id = s.id',
  'select p.id as project, p.account_id as org, e.solution_id as solution, e.id as "evaluationSet" from evaluation_sets e join solutions s on s.id = e.solution_id join projects p on p.id = s.project_id',
  "select p.id as project, p.account_id as org, c.id as customer, b.id as bot, v.id as version from bots b join customers c on c.id = b.customer_id join projects p on p.id = c.project_id join bot_versions v on v.bot_id = b.id",
  "select p.id as project, p.account_id as org, c.id as customer, y.id as channel, w.id as widget, lower(y.environment) as environment from widgets w join pypes y on y.id = w.pype_id join customers c on c.id = y.customer_id join projects p on p.id = c.project_id",
  "select p.id as project, p.account_id as org, c.customer_id as customer, c.id as conversation from conversations c join projects p on p.id = c.project_id where not c.is_test",
  'select p.id as project, p.account_id as org, e.id as "environmentConfig", i.id as "appletInstance" from applet_instances i join project_environment_configs e on e.id = i.project_environment_config_id join projects p on p.id = e.project_id',
  "select t.account_id as org, t.id as team, u.user_id as user from teams t join team_members u on u.team_id = t.id",
  'select a.parent_id as org, a.id as "childOrg" from accounts a where a.parent_id is not null',
  "select a.id as org, p.id as package from packages p, accounts a where a.parent_id is null",
  "select a.id as org, p.id as applet from applets p, accounts a where a.parent_id is null",
];

async function idsOfDemo(): Promise<Ids[]> {
  return Promise.all(
    places.map(async (place) => {
      const { rows } = await sql.raw<Ids>(`${place} limit 1`).execute(server.db);
      return rows[0] ?? {};
    }),
  );
}

/** `:solutionVersionId` takes `solutionVersion`; the place that has all a path asks for gives them. */
function addressOf(path: string, all: readonly Ids[]): string | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const known = (ids: Ids, name: string) => ids[name.replace(/Id$/, "")];
  const ids = all.find((each) => names.every((name) => known(each, name) !== undefined));
  return ids && path.replaceAll(/:(\w+)/g, (_, name: string) => known(ids, name) ?? "");
}

/** Also what a library swallows. */
async function reportViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("reportViolation", (text: string) => void violations.push(text));
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", (event) =>
    reportViolation(event.effectiveDirective + " " + event.blockedURI + " " + event.sample + " " + event.sourceFile + ":" + event.lineNumber))`);
  return violations;
}

async function settled(page: Page): Promise<void> {
  await page.locator("main").first().waitFor();
  await page.waitForLoadState("networkidle");
}

const attacks: Readonly<Record<string, string>> = {
  "markup from text": `document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=attacked()>")`,
  "a worker from text": `new Worker(URL.createObjectURL(new Blob(["1"])))`,
  "a script from elsewhere": `document.body.append(Object.assign(document.createElement("script"), { src: "https://evil.example/x.js" }))`,
  "a policy of its own": `trustedTypes.createPolicy("evil", { createHTML: (text) => text })`,
  "a parsed document": `new DOMParser().parseFromString("<b>", "text/html")`,
};

async function expectRefusals(page: WatchedPage): Promise<void> {
  for (const [name, attack] of Object.entries(attacks)) {
    await expect(page.evaluate(attack), name).rejects.toThrow(/Trusted|policy|Policy/i);
  }
  const style = await page.evaluate(`(() => { const box = document.createElement("div");
    box.setAttribute("style", "color: rgb(1, 2, 3)"); document.body.append(box);
    return getComputedStyle(box).color; })()`);
  expect(style).not.toBe("rgb(1, 2, 3)");
}

/** A code editor makes most of its elements while somebody writes, also in a script that is composed of several keys. */
async function writeInEditor(page: WatchedPage): Promise<void> {
  const editor = page.locator(".cm-content").first();
  if (!(await editor.isVisible()) || (await editor.getAttribute("contenteditable")) !== "true") return;
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type('\n{ "a": [1, ');
  const keys = await page.context().newCDPSession(page);
  await keys.send("Input.imeSetComposition", { text: "ni", selectionStart: 2, selectionEnd: 2 });
  await keys.send("Input.insertText", { text: "你" });
  await page.keyboard.press("Control+Space");
  await page.keyboard.press("Escape");
  // From within one line to within the next, which a browser would join by itself.
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.type("x");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("x");
  expect(await editor.innerText()).toBe("x");
}

async function openEveryScreen(page: WatchedPage, ids: readonly Ids[], onScreen: (path: string) => void) {
  const missing: string[] = [];
  for (const path of Object.values(paths)) {
    const address = addressOf(path, ids);
    if (address === undefined) {
      missing.push(path);
      continue;
    }
    await page.goto(address);
    await settled(page);
    await writeInEditor(page);
    onScreen(path);
  }
  return missing;
}

async function administrator(): Promise<string> {
  const { id } = await server.db
    .selectFrom("users")
    .select("id")
    .where("user_name", "=", server.services.config.admin.email)
    .executeTakeFirstOrThrow();
  return id;
}

test("no page of sign-in is refused anything, and injected code and styles are", async ({ task }) => {
  const page = await anonymousPage(browser, server);
  const violations = await reportViolations(page);
  const pages = [
    "",
    "login",
    "registration",
    "recovery",
    "verification",
    "settings",
    "error?id=x",
    "missing",
  ];
  for (const each of pages) {
    await page.goto(`${server.urls.signIn}/${each}`);
    await settled(page);
  }
  expect(violations).toEqual([]);
  expect(page.problems.filter((problem) => /policy|Trusted/i.test(problem))).toEqual([]);
  Object.assign(task.meta, { cases: pages.length });
  await expectRefusals(page);
});

/** Whatever people, visitors and models wrote, as an attacker would have written it; answers how many columns. */
async function poisonTexts(): Promise<number> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.is_generated = 'NEVER'
      and c.column_name ~ '(name|title|description|text|label|note|url|tone|greeting|summary|reason|error|picture)$'
      and c.column_name not in ('user_name', 'mail_text') and c.table_name !~ '^(identit|environments|products|locales|llm_providers|default_auth|schema_|idempotency|outbox|audit_log|time_zones|roles|knowledge_)'`.execute(
    server.db,
  );
  let poisoned = 0;
  for (const { table, column } of rows) {
    const text = column.endsWith("url") ? "javascript:attacked('" : `"><img src=x onerror="attacked('`;
    const rest = column.endsWith("url")
      ? "')//"
      : `')"><svg/onload=attacked('svg')>[x](javascript:attacked('link'))`;
    // Different in every row, as some must be; a column with rules of its own stays as it is.
    const change = `update "${table}" set "${column}" = '${(text + table + rest).replaceAll("'", "''")}' || md5(ctid::text)`;
    poisoned += await sql
      .raw(change)
      .execute(server.db)
      .then(({ numAffectedRows = 0n }) => (numAffectedRows > 0n ? 1 : 0))
      .catch(() => 0);
  }
  await sql`update conversation_messages set content = jsonb_set(content, '{text}', to_jsonb(text)) where content ? 'text'`.execute(
    server.db,
  );
  return poisoned;
}

// One walk for both: what the console itself does is refused nowhere, and what is stored runs nowhere.
test(
  "every screen of the console, with scripts in everything that is stored",
  { timeout: 240_000 },
  async ({ task }) => {
    const ids = await idsOfDemo();
    const columns = await poisonTexts();
    expect(columns).toBeGreaterThan(30);
    const page = await signedInPage(browser, server, await administrator());
    const attacks: string[] = [];
    await page.exposeFunction("attacked", (from: string) => void attacks.push(from));
    const violations = await reportViolations(page);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const wrong: string[] = [];
    let refused = 0;
    const missing = await openEveryScreen(page, ids, (path) => {
      for (const violation of violations.slice(refused)) wrong.push(`${path}: ${violation}`);
      refused = violations.length;
    });
    const own = Object.values(server.urls).map((url) => url && new URL(url).origin);
    expect(attacks).toEqual([]);
    expect(
      requests.filter((url) => !/^(data|blob):/.test(url) && !own.includes(new URL(url).origin)),
    ).toEqual([]);
    expect(wrong).toEqual([]);
    expect(page.problems.filter((problem) => /script error|policy|Trusted/i.test(problem))).toEqual([]);
    expect(missing).toEqual([]);
    await expectRefusals(page);
    Object.assign(task.meta, { cases: columns * Object.values(paths).length });
  },
);
