// The life of an agent solution: a credential, files, a chat with sources, publish, roll back.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anAccount, aProject, aUser } from "../apps/server/src/testing/builders.ts";
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
  orgId = await anAccount(server, { name: "Harbour Lines" });
  projectId = await aProject(server, { accountId: orgId, name: "Help desk" });
  userId = await aUser(server, { accountId: orgId, roleKeys: ["pro_studio_admin"] });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("credential, solution, files, chat with sources, publish to Sandbox, roll back", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(`/organization/${orgId}/projects/${projectId}/credentials`);
  await page.getByRole("button", { name: "Add credential" }).first().click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "Parley passages" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Built in");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Built in").waitFor();
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText(/Built in works/).waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.goto(`/organization/${orgId}/projects/${projectId}/solutions`);
  await page.getByRole("button", { name: "Create solution" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Ferry guide");
  await page.getByRole("dialog").getByRole("button", { name: "Create solution" }).click();
  await page.getByRole("link", { name: "Version 1" }).click();
  await page.getByRole("heading", { name: "Version 1", level: 1 }).waitFor();

  await page.getByLabel("Name of the agent").fill("Marina");
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: /Built in/ }).click();
  await page.getByRole("combobox", { name: "Tone" }).click();
  await page.getByRole("option", { name: "friendly" }).click();
  await page.getByRole("button", { name: "Add task" }).click();
  await page.getByLabel("Name of task 1").fill("Luggage");
  await page.getByLabel("Description of task 1").fill("Questions about bags and bicycles");
  await page.locator("input[type=file]").setInputFiles({
    name: "luggage.md",
    mimeType: "text/markdown",
    buffer: Buffer.from(
      "# Luggage\n\nEvery passenger may bring two suitcases. A bicycle costs nine euros and must be booked.\n",
    ),
  });
  await page.getByText("1 passage").waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });

  await page.getByLabel("Ask the agent").fill("How much does a bicycle cost?");
  await page.getByRole("button", { name: "Send" }).click();
  await page
    .getByText(/nine euros/)
    .first()
    .waitFor({ timeout: 30_000 });
  await page.getByText(/\[1\] luggage/).click();
  await expectAccessibleInBothSchemes(page);

  await publish();
  await page.getByRole("link", { name: "Solution", exact: true }).click();
  await page.getByRole("button", { name: "New version from this" }).click();
  await page.getByRole("heading", { name: "Version 2", level: 1 }).waitFor();
  await publish();
  await page.getByRole("link", { name: "Solution", exact: true }).click();
  await page.getByRole("button", { name: "Roll back" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).click();
  await page.getByText("Version 1 answers in Sandbox again.").waitFor();
  expect(page.problems).toEqual([]);

  async function publish(): Promise<void> {
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish to Sandbox" }).click();
    await page.getByText(/answers in Sandbox\./).waitFor();
  }
}, 120_000);
