// The shared components by themselves: contrast and names in both schemes, and what the keyboard does.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { startShowcase } from "./testing/showcase.ts";

let browser: Browser;
let showcase: Awaited<ReturnType<typeof startShowcase>>;

beforeAll(async () => {
  [browser, showcase] = await Promise.all([launchBrowser(), startShowcase()]);
});
afterAll(async () => {
  await browser?.close();
  await showcase?.stop();
});

async function open(section: string): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(`${showcase.url}#${section}`);
  await page.locator("main section").first().waitFor();
  return { page, problems };
}

test.each(["controls", "states", "rows", "differences", "forms"])(
  "%s pass WCAG AA in both schemes, without a refused style",
  async (section) => {
    const { page, problems } = await open(section);
    if (section === "forms") await page.getByRole("textbox", { name: "Script", exact: true }).waitFor();
    await expectAccessibleInBothSchemes(page);
    expect(problems).toEqual([]);
  },
);

test("ten thousand rows: few in the page, the keyboard reaches the last, the panel follows", async () => {
  const { page } = await open("rows");
  const table = page.getByRole("table", { name: "Visitors" });
  await table.getByText("Ada Admin 0").waitFor();
  expect(await table.locator("tbody tr").count()).toBeLessThan(60);
  await table.getByText("Ada Admin 0").click();
  const panel = page.getByRole("complementary");
  await panel.getByRole("heading", { name: "Ada Admin 0" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await panel.getByRole("heading", { name: "Aiko Admin 1" }).waitFor();
  await page.keyboard.press("End");
  await panel.getByRole("heading", { name: "Mara Lindqvist 9999" }).waitFor();
  await table.getByRole("row", { name: "Mara Lindqvist 9999" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => panel.count()).toBe(0);
});

test("search, sort and selection work on all rows, not only those in view", async () => {
  const { page } = await open("rows");
  const section = page.getByRole("region", { name: "Visitors" });
  await section.getByRole("searchbox").fill("moretti");
  await section.getByText("1,000 rows").waitFor();
  await section.getByRole("checkbox", { name: "Select all rows" }).check();
  await section.getByText("1000 selected").waitFor();
  await section.getByRole("button", { name: "Turns" }).click();
  await section.getByRole("button", { name: "Turns" }).click();
  await expect.poll(() => section.locator("tbody td[data-align='right']").first().textContent()).toBe("239");
  await section.getByRole("searchbox").fill("zebra");
  await section.getByText("Nothing matches").waitFor();
});

test("row height is remembered", async () => {
  const { page } = await open("rows");
  await page.getByRole("button", { name: "Table settings" }).first().click();
  await page.getByRole("radio", { name: "Compact" }).check();
  await page.reload();
  const row = page.getByRole("table", { name: "Visitors" }).getByRole("row", { name: /Ada Admin 0/ });
  await row.waitFor();
  expect((await row.boundingBox())?.height).toBe(32);
});

test("a destructive act names what is lost, waits for the name, and keeps a refusal in view", async () => {
  const { page } = await open("states");
  await page.getByRole("button", { name: "Delete project" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Help centre?" });
  await dialog.getByText("12,940 conversations").waitFor();
  const confirm = dialog.getByRole("button", { name: "Delete project" });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill("Help centre");
  await expectAccessibleInBothSchemes(page);
  await confirm.click();
  await dialog.getByText("Only an administrator can delete a project.").waitFor();
});

test("a schema form says what to mend and offers the fields of the chosen kind", async () => {
  const { page } = await open("forms");
  await page.getByText("At most 60.").waitFor();
  await page.getByRole("textbox", { name: "Delay in seconds" }).fill("9");
  await expect.poll(() => page.getByText("At most 60.").count()).toBe(0);
  await page.getByRole("textbox", { name: "Seconds", exact: true }).waitFor();
  await page.getByRole("combobox", { name: "Trigger" }).click();
  await page.getByRole("option", { name: "On leaving" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Seconds", exact: true }).count()).toBe(0);
});
