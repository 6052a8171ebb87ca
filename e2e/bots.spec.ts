// The whole life of a bot, as a builder lives it.
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anAccount, aProject, aUser } from "../apps/server/src/testing/builders.ts";
import { insertVersion, writeFiles } from "../apps/server/src/bots/index.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let orgId: string;
let projectId: string;
let userId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
});
// Another attempt begins with an organisation of its own as well.
beforeEach(async () => {
  orgId = await anAccount(server);
  projectId = await aProject(server, { accountId: orgId, name: "Help desk" });
  userId = await aUser(server, { accountId: orgId, roleKeys: ["pro_studio_admin"] });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("create a customer and a bot, teach it, validate, mend, train, try, deploy, roll back", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(`/organization/${orgId}/projects/${projectId}/customers`);
  await page.getByRole("button", { name: "Create customer" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Ferry shop");
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("dialog").getByRole("button", { name: "Create customer" }).click();
  await page.getByRole("heading", { name: "Ferry shop", level: 1 }).waitFor();

  await page.getByRole("button", { name: "Create bot" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Deckhand");
  await page.getByRole("dialog").getByRole("button", { name: "Create bot" }).click();
  await page.getByRole("heading", { name: "Deckhand", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Open version 1", exact: true }).click();
  await page.getByRole("heading", { name: "Version 1", level: 1 }).waitFor();

  await addIntent("timetable", [
    "when does the ferry leave",
    "departure times",
    "show me the timetable",
    "next ferry",
    "what time is the boat",
  ]);
  await addIntent("tickets", [
    "buy a ticket",
    "how much is a ticket",
    "ticket price",
    "I need two tickets",
    "what time is the boat",
  ]);
  await page.getByRole("button", { name: "Validate" }).click();
  await page.getByText("is also an example of").waitFor();

  // Mend the sentence that stands in two intents: validation leads there, and it moves away.
  await page.getByRole("link", { name: "intents/timetable.txt:" }).first().click();
  await page.getByText("is also an example of tickets").waitFor();
  await page.getByRole("button", { name: "Remove “what time is the boat”" }).click();
  await page.getByRole("button", { name: "Remove “what time is the boat”" }).waitFor({ state: "detached" });
  await saved();
  await addPhrases(["when is the next boat", "Abfahrt 🚢"]);
  await page.getByRole("checkbox", { name: "Choose “Abfahrt 🚢”" }).check();
  await page.getByRole("combobox", { name: "Move to" }).click();
  await page.getByRole("option", { name: "tickets" }).click();
  await page.getByText("Moved 1 phrase to tickets.").waitFor();
  await page.getByRole("checkbox", { name: "Choose “Abfahrt 🚢”" }).waitFor({ state: "detached" });

  // Words of a phrase become an entity, which is then marked in the phrases.
  await page.getByRole("button", { name: "Edit “next ferry”" }).click();
  await page.getByRole("textbox", { name: "Edit “next ferry”" }).press("End");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.getByRole("button", { name: "Mark as entity" }).click();
  await page.getByRole("dialog").getByLabel("Name of the new entity").fill("vessel");
  await page.getByRole("dialog").getByRole("button", { name: "Mark", exact: true }).click();
  await page.locator("mark", { hasText: "ferry" }).first().waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("tab", { name: "Entities" }).click();
  await page.getByRole("combobox", { name: "Synonyms of ferry" }).fill("boat,");
  await page.getByLabel("Try it").fill("is the boat late");
  await page.locator("mark", { hasText: "boat" }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  await expectAccessibleInBothSchemes(page);

  await page.getByRole("tab", { name: "Scripts" }).click();
  await page.getByPlaceholder("New script").fill("greet");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("Hello Ada", { exact: true }).waitFor();
  await page.getByRole("textbox", { name: "scripts/greet.js" }).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("say(process.env)\n");
  await page.getByText("Line 1: process is not available").first().waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No scripts yet").waitFor();

  await page.getByRole("button", { name: "Validate" }).click();
  await page.getByText("0 errors").waitFor();

  await page.getByRole("button", { name: "Train" }).click();
  await page.getByText("Trained", { exact: true }).waitFor({ timeout: 40_000 });
  await page.getByRole("tab", { name: "Quality" }).click();
  await page.getByLabel("What a visitor might say").fill("how much are two tickets");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await page.locator("div[aria-live=polite]").getByText("tickets").first().waitFor();
  await page.getByRole("heading", { name: "Trainings" }).waitFor();
  await expectAccessibleInBothSchemes(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const zip = await (await download).path();

  await deployToSandbox(1);
  await page.getByText("Locked").waitFor();
  await page.getByRole("link", { name: "Deckhand", exact: true }).click();
  await page.getByRole("button", { name: "New version from this" }).click();
  await page.getByRole("heading", { name: "Version 2", level: 1 }).waitFor();
  // The same files were validated and trained before; only the record of it is new.
  await page.getByRole("button", { name: "Validate" }).click();
  await page.getByText("0 errors").waitFor();
  await page.getByRole("button", { name: "Train" }).click();
  await page.getByText("Trained", { exact: true }).waitFor({ timeout: 40_000 });
  await deployToSandbox(2);
  await page.getByRole("link", { name: "Deckhand", exact: true }).click();
  await page.getByRole("button", { name: "Roll back to 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Roll back to 1" }).click();
  await page
    .getByRole("region", { name: /Deploy/ })
    .getByText("Version 1")
    .waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("First mate");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "First mate", level: 1 }).waitFor();

  // The exported zip comes back as a version of its own, ready to be trained without training again.
  await page.locator("input[type=file][accept*=zip]").setInputFiles({
    name: "deckhand.zip",
    mimeType: "application/zip",
    buffer: readFileSync(zip),
  });
  await page.getByRole("heading", { name: "Version 3", level: 1 }).waitFor();
  await page
    .getByText(/^Version 3 was made from deckhand\.zip\. \d+ files and 0 assets were read\.$/)
    .waitFor();
  await page.getByRole("heading", { name: /^tickets/ }).waitFor();
  expect(page.problems).toEqual([]);

  async function addIntent(name: string, utterances: readonly string[]): Promise<void> {
    await page.getByPlaceholder("New intent").fill(name);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { name: new RegExp(`^${name} `) }).waitFor();
    await page.locator("textarea[aria-label='New phrase']:focus").waitFor();
    await addPhrases(utterances);
  }

  async function addPhrases(phrases: readonly string[]): Promise<void> {
    await page.getByRole("textbox", { name: "New phrase" }).fill(phrases.join("\n"));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Edit “${phrases.at(-1)}”` }).waitFor();
    await saved();
  }

  // What is typed shows at once; the server has it when this is gone.
  async function saved(): Promise<void> {
    await page.getByText("· Saving").waitFor({ state: "detached" });
  }

  async function deployToSandbox(version: number): Promise<void> {
    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    await page.getByRole("menuitem", { name: "Deploy to Sandbox" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Deploy to Sandbox" }).click();
    await page.getByText(`Version ${version} answers in Sandbox.`).waitFor();
  }
}, 240_000);

test("slots are asked for in the test chat, a new name follows into the flow, and problems lead to their place", async () => {
  const versionId = await aBotWithFlow();
  const page = await signedInPage(browser, server, userId);
  const url = await versionUrl(versionId);
  await page.goto(`${url}?tab=intents&file=intents%2Fbook.txt`);
  const slots = page.getByRole("region", { name: "Slots" });
  await slots.getByRole("button", { name: "Add slot" }).click();
  await slots.getByLabel("Variable").fill("seats");
  await slots.getByRole("combobox", { name: "Filled by" }).click();
  await page.getByRole("option", { name: "Numbers", exact: true }).click();
  await slots.getByLabel("Question").fill("How many seats?");
  await expectAccessibleInBothSchemes(page);
  await slots.getByRole("button", { name: "Save slots" }).click();
  await slots.getByRole("button", { name: "Save slots" }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("dialog").getByText("These follow the new name:").waitFor();
  await page.getByRole("dialog").getByLabel("Name").fill("reserve");
  // Long before the list of files has the new name, the intent is open under it.
  const gate = Promise.withResolvers<void>();
  await page.route("**/v1/graphql", async (route) => {
    if (route.request().postData()?.includes("query GetVersionById")) await gate.promise;
    await route.continue();
  });
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await page.getByText("book is now called reserve.").waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByText("reserve is used here").waitFor();
  gate.resolve();
  await page.getByRole("dialog").getByRole("link", { name: "Booked" }).click();
  await page.locator("li[aria-current=true]", { hasText: "Booked" }).waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.getByRole("button", { name: "Validate" }).click();
  await page
    .getByRole("listitem")
    .filter({ hasText: "nobody" })
    .getByRole("link", { name: "flow.json:" })
    .click();
  await page.locator("li[aria-current=true]", { hasText: "Lonely" }).waitFor();
  await page.getByRole("button", { name: "Train" }).click();
  await page.getByText("Trained", { exact: true }).waitFor({ timeout: 40_000 });
  await page.getByRole("button", { name: "Test chat" }).click();
  const chat = page.frameLocator("iframe[title='Talk to version 1']");
  await chat.getByText("Ahoy").waitFor();
  await chat.getByRole("textbox").fill("I want to book a trip");
  await chat.getByRole("textbox").press("Enter");
  await chat.getByText("How many seats?").waitFor();
  await chat.getByRole("textbox").fill("three of us");
  await chat.getByRole("textbox").press("Enter");
  await chat.getByText("3 seats are yours").waitFor();
  expect(page.problems).toEqual([]);

  // Whoever may not deploy against the checks is not offered to.
  const builderId = await aUser(server, { accountId: orgId, roleKeys: ["pro_studio_builder"] });
  const builder = await signedInPage(browser, server, builderId);
  await builder.goto(await versionUrl(await aBotWithFlow()));
  await builder.getByRole("button", { name: "Deploy", exact: true }).click();
  await builder.getByRole("menuitem", { name: "Deploy to Sandbox" }).click();
  await builder.getByRole("dialog").getByText("Settle these first").waitFor();
  const dialog = builder.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Deploy to Sandbox" }).isDisabled()).toBe(true);
  expect(await dialog.getByLabel("Deploy although the checks speak against it").count()).toBe(0);
}, 240_000);

const flow = {
  nodes: [
    { id: "start", nodeType: "start", nodeName: "Start", message: "Ahoy", whatsNext: "listen" },
    {
      id: "booked",
      nodeType: "message",
      nodeName: "Booked",
      intent: "book",
      message: "{{seats}} seats are yours",
    },
    { id: "lonely", nodeType: "message", nodeName: "Lonely", message: "{{nobody}}", intent: "hours" },
  ],
};

async function aBotWithFlow(): Promise<string> {
  const customerId = newId();
  const botId = newId();
  await server.db
    .insertInto("customers")
    .values({ id: customerId, project_id: projectId, name: `Slots ${botId}` })
    .execute();
  return server.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("bots")
      .values({ id: botId, project_id: projectId, customer_id: customerId, name: "Purser" })
      .execute();
    const id = await insertVersion(tx, { botId });
    await writeFiles(
      tx,
      id,
      [
        { filePath: "flow.json", content: JSON.stringify(flow, null, 2) },
        {
          filePath: "intents/book.txt",
          content: "book a trip\nreserve seats\nI want to book\na trip please\nseats for us\n",
        },
        {
          filePath: "intents/hours.txt",
          content: "when are you open\nopening hours\nwhat time do you close\nare you open\nhours\n",
        },
      ],
      undefined,
    );
    return id;
  });
}

async function versionUrl(versionId: string): Promise<string> {
  const { botId, customerId } = await server.db
    .selectFrom("bot_versions as v")
    .innerJoin("bots as b", "b.id", "v.bot_id")
    .select(["b.id as botId", "b.customer_id as customerId"])
    .where("v.id", "=", versionId)
    .executeTakeFirstOrThrow();
  return `/organization/${orgId}/projects/${projectId}/customers/${customerId}/bots/${botId}/versions/${versionId}`;
}
