// The life of an agent solution: a credential, files, a chat with sources, an evaluation, publishing, a visitor's
// chat through the API, and the way back.
import { createNode } from "@parley/flow";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anAccount, aProject, aUser } from "../apps/server/src/testing/builders.ts";
import { saveFlow } from "./pro-studio-flow.ts";
import { aChannelFor, sayTo } from "./solution-visitor.ts";
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

test("credential, solution, files, chat with sources, evaluation, publish, a visitor, roll back", async () => {
  const page = await signedInPage(browser, server, userId);
  const dialog = page.getByRole("dialog");
  await page.goto(`/organization/${orgId}/projects/${projectId}/credentials`);
  await page.getByRole("button", { name: "Add credential" }).first().click();
  await dialog.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "Parley passages" }).click();
  await dialog.getByLabel("Name").fill("Built in");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("complementary", { name: "Built in" }).getByRole("button", { name: "Test" }).click();
  await page.getByText(/Built in works/).waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.goto(`/organization/${orgId}/projects/${projectId}/solutions`);
  await page.getByRole("button", { name: "Create solution" }).first().click();
  await dialog.getByLabel("Name").fill("Ferry guide");
  await dialog.getByRole("button", { name: "Create solution" }).click();
  await page.getByRole("link", { name: "Open version 1", exact: true }).click();
  await page.getByRole("heading", { name: "Version 1", level: 1 }).waitFor();

  await page.getByLabel("Name of the agent").fill("Marina");
  await page.getByRole("combobox", { name: "Model", exact: true }).click();
  await page.getByRole("option", { name: /Built in/ }).click();
  await page.getByRole("button", { name: "Add task" }).click();
  await page.getByLabel("Name of task 1").fill("Luggage");
  await page.getByLabel("Description of task 1").fill("Questions about bags and bicycles");
  const fileOf = (name: string, text: string) => ({
    name,
    mimeType: "text/markdown",
    buffer: Buffer.from(text),
  });
  await page
    .locator("input[type=file]")
    .setInputFiles([
      fileOf("luggage.md", "# Luggage\n\nTwo suitcases are free. A bicycle costs nine euros.\n"),
      fileOf("pets.md", "# Pets\n\nDogs travel on deck for four euros.\n"),
      fileOf("setup.exe", "MZ"),
    ]);
  await page.getByRole("alert").getByText("setup.exe is not a type this accepts.").waitFor();
  const files = page.getByRole("group", { name: "Files" });
  await expect.poll(() => files.getByText("1 passage").count(), { timeout: 30_000 }).toBe(2);
  await page.getByText(/^Saved/).waitFor();

  await page.getByLabel("Ask the agent").fill("How much does a bicycle cost?");
  await page.getByRole("button", { name: "Send" }).click();
  const chat = page.getByRole("complementary", { name: "Try it" });
  await chat.getByText(/nine euros/).waitFor({ timeout: 30_000 });
  await chat.getByText(/passages · .* tokens/).waitFor();
  await chat.getByRole("button", { name: "Source 1, luggage.md" }).click();
  const passages = page.getByRole("complementary", { name: "luggage.md" });
  await passages.getByText("cited").waitFor();
  await expectAccessibleInBothSchemes(page);
  await passages.getByRole("button", { name: "Close" }).click();

  await page.getByRole("link", { name: "Ferry guide", exact: true }).click();
  await page.getByRole("tab", { name: "Evaluation" }).click();
  await page.getByRole("button", { name: "New set" }).click();
  await dialog.getByLabel("Name").fill("Prices");
  await dialog.getByRole("button", { name: "New set" }).click();
  await page.getByRole("button", { name: "Add case" }).click();
  await page.getByLabel("Question of case 1").fill("How much does a bicycle cost?");
  await page.getByLabel("Expectation of case 1", { exact: true }).fill("nine euros");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("region", { name: /Unsaved/ }).waitFor({ state: "detached" });
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  const runs = page.getByRole("region", { name: "Runs" }).first();
  await runs.getByText("1 of 1 passed").waitFor({ timeout: 30_000 });
  await runs.getByText("1 of 1 passed").click();
  await page
    .getByText(/Two suitcases|nine euros/)
    .first()
    .waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.getByRole("link", { name: "Ferry guide", exact: true }).click();
  await page.getByRole("tab", { name: "Releases" }).click();
  const sandbox = page.getByRole("group", { name: "Sandbox" });
  await sandbox.getByRole("combobox", { name: "Evaluation that must pass" }).click();
  await page.getByRole("option", { name: "Prices" }).click();
  await page.getByText("The checks for Sandbox are saved.").waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("link", { name: "Version 1", exact: true }).click();
  await publish(/Prices: 1 of 1 passed/);
  const channel = await aChannelFor(server, projectId);
  expect(await sayTo(server, channel, "How much does a bicycle cost?")).toContain("nine euros");

  await page.getByRole("button", { name: "New version from this" }).click();
  await page.getByRole("heading", { name: "Version 2", level: 1 }).waitFor();
  await page.getByRole("checkbox", { name: "Answer from luggage.md" }).uncheck();
  await page.getByText(/^Saved/).waitFor();
  const versionId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await saveFlow(server, { userId }, versionId, {
    nodes: [createNode("start", "start", { message: "Ahoy", whatsNext: "listen" })],
  });
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByText("The version was not evaluated yet.").waitFor();
  await dialog.getByText("What changes there").waitFor();
  await dialog.getByText("luggage.md").waitFor();
  const flow = dialog.getByRole("region", { name: "Flow" });
  await flow.getByText("1 added", { exact: true }).waitFor();
  await flow.getByRole("listitem").filter({ hasText: "Added Start" }).waitFor();
  await dialog.getByRole("checkbox", { name: /although checks speak against it/ }).check();
  await dialog.getByRole("button", { name: "Publish to Sandbox" }).click();
  await page.getByText("Version 2 answers in Sandbox.").waitFor();
  expect(await sayTo(server, channel, "How much does a bicycle cost?")).not.toContain("nine euros");

  await page.getByRole("link", { name: "Ferry guide", exact: true }).click();
  await page.getByRole("button", { name: "Roll back to version 1" }).click();
  await dialog.getByRole("button", { name: "Roll back" }).click();
  await page.getByText("Version 1 answers in Sandbox again.").waitFor();
  expect(await sayTo(server, channel, "How much does a bicycle cost?")).toContain("nine euros");
  expect(page.problems).toEqual([]);

  async function publish(check: RegExp): Promise<void> {
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await dialog.getByText(check).waitFor();
    await dialog.getByRole("button", { name: "Publish to Sandbox" }).click();
    await page.getByText(/answers in Sandbox\./).waitFor();
  }
}, 180_000);

test("two editors at once lose nothing, and a failure to save stays in sight", async () => {
  const { id, versionId } = await aSolution();
  const url = `/organization/${orgId}/projects/${projectId}/solutions/${id}/versions/${versionId}`;
  const colleagueId = await aUser(server, {
    accountId: orgId,
    roleKeys: ["pro_studio_builder"],
    firstName: "Ben",
    lastName: "Roe",
  });
  const mine = await signedInPage(browser, server, userId);
  const theirs = await signedInPage(browser, server, colleagueId);
  await Promise.all([mine.goto(url), theirs.goto(url)]);
  await Promise.all([
    saved(mine, versionId, "Name of the agent", "Iris"),
    saved(theirs, versionId, "Brand name", "Acme"),
  ]);
  await expect.poll(() => mine.getByLabel("Brand name").inputValue(), { timeout: 15_000 }).toBe("Acme");
  await expect
    .poll(() => theirs.getByLabel("Name of the agent").inputValue(), { timeout: 15_000 })
    .toBe("Iris");

  // Its own answer has arrived, so that only the next words are in doubt.
  await mine.getByText(/^Saved/).waitFor();
  // What the page reads again after every change cannot be read now: the form stays, and so does what is typed there.
  const field = await mine.getByLabel("Name of the agent").elementHandle();
  let lost = 0;
  await mine.route("**/v1/graphql", async (route) => {
    const isReading = route.request().postData()?.includes("query GetSolutionVersionById") === true;
    if (isReading) lost++;
    await (isReading ? route.abort("internetdisconnected") : route.continue());
  });
  await saved(mine, versionId, "Name of the agent", "Irma");
  await mine.getByText("Parley cannot be reached. What you see").waitFor();
  expect(lost).toBeGreaterThan(0);
  expect(await mine.getByLabel("Name of the agent").inputValue()).toBe("Irma");
  await mine.unroute("**/v1/graphql");
  await mine.getByText("Parley can be reached again.").waitFor();
  expect(await field?.isVisible()).toBe(true);
  await mine.context().setOffline(true);
  await mine.getByLabel("Other information").fill("Open at noon");
  await mine
    .getByRole("alert")
    .getByText(/Not stored: Other information/)
    .waitFor();
  expect(await mine.getByRole("button", { name: "Publish", exact: true }).isDisabled()).toBe(true);
  await saved(theirs, versionId, "Other information", "Closed on Sundays");
  await mine.context().setOffline(false);
  await mine.getByText("Ben Roe and you both changed: Other information.").waitFor({ timeout: 30_000 });
  await expectAccessibleInBothSchemes(mine);
  await mine.getByRole("button", { name: "Keep mine" }).click();
  await expect
    .poll(() => theirs.getByLabel("Other information").inputValue(), { timeout: 15_000 })
    .toBe("Open at noon");

  // Published against the checks, it no longer says what to do before.
  await mine.getByRole("region", { name: "Before it can be published" }).waitFor();
  await mine.getByRole("button", { name: "Publish", exact: true }).click();
  await mine
    .getByRole("dialog")
    .getByRole("checkbox", { name: /although/ })
    .check();
  await mine.getByRole("dialog").getByRole("button", { name: "Publish to Sandbox" }).click();
  await mine.getByRole("region", { name: "Published, although something is missing" }).waitFor();
  expect(await mine.getByRole("region", { name: "Before it can be published" }).count()).toBe(0);
}, 120_000);

/** Writes into a field and waits until the words are in the database. */
async function saved(page: Page, versionId: string, label: string, value: string): Promise<void> {
  await page.getByLabel(label).fill(value);
  const stored = async () =>
    JSON.stringify(
      await server.db
        .selectFrom("solution_versions")
        .selectAll()
        .where("id", "=", versionId)
        .executeTakeFirst(),
    );
  await expect.poll(stored, { timeout: 15_000 }).toContain(value);
}

async function aSolution(): Promise<{ id: string; versionId: string }> {
  const setting = await server.db
    .selectFrom("project_pro_studio_settings")
    .select("id")
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  const { data } = await server.graphql<{
    createSolution: { id: string; solutionVersions: { id: string }[] };
  }>(
    `mutation CreateSolution($setting: ID!, $name: String!) {
      createSolution(projectProStudioSettingId: $setting, solution: { name: $name }, version: {}) {
        id solutionVersions { id } } }`,
    // A test that is run again finds the name of its first try taken.
    { setting: setting.id, name: `Shared ${Date.now()}` },
    { userId },
  );
  const { id, solutionVersions } = data.createSolution;
  return { id, versionId: solutionVersions[0]?.id ?? "" };
}
