// Packages and templates: publish, look at a version, see where it is used, and be refused while it is.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anInstance, aPlace } from "../apps/server/src/applets/testing.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("publish a package and its next version, find its use, and delete it only when it is free", async () => {
  const place = await aPlace(server);
  const page = await signedInPage(browser, server, place.userId);
  await page.goto(`/organization/${place.accountId}/packages`);
  await page.getByRole("link", { name: "HTTP request" }).waitFor();
  await page.getByRole("button", { name: "Publish package" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Package name" }).fill("Not a name");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("VAT check");
  await dialog.getByRole("button", { name: "Publish 1.0.0" }).click();
  await dialog.getByText(/A package name has small letters/).waitFor();
  await dialog.getByRole("textbox", { name: "Package name" }).fill("@acme/vat-check");
  await dialog.getByRole("button", { name: "Publish 1.0.0" }).click();
  await page.getByRole("heading", { name: "VAT check", level: 1 }).waitFor();
  await page.getByRole("textbox", { name: "Path" }).waitFor();
  await expectAccessibleInBothSchemes(page);

  const packageId = page.url().split("/").at(-1) ?? "";
  const { id } = await anInstance(server, place, {
    name: "Checks VAT",
    status: "DRAFT",
    actions: [{ packageId, options: { path: "vat" } }],
  });
  await page.getByRole("button", { name: "Publish version" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish 1.1.0" }).click();
  await page.getByRole("button", { name: "1.1.0", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("region", { name: "Where it is used" }).getByText("Checks VAT").waitFor();
  await page.getByRole("button", { name: "Delete package" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete package" }).click();
  await page
    .getByRole("dialog")
    .getByText(/is used by Checks VAT/)
    .waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  await page
    .getByRole("region", { name: "Where it is used" })
    .getByRole("link", { name: "Checks VAT" })
    .click();
  const step = page.getByRole("group", { name: "VAT check" });
  await step.getByRole("button", { name: "Version 1.1.0 is there" }).click();
  await page.getByRole("dialog").getByText("The options stay as they are.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Use version 1.1.0" }).click();
  await page
    .getByRole("button", { name: "Save to Live" })
    .or(page.getByRole("button", { name: "Save" }))
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Save to Live" }).click();
  await page.getByText("Saved Checks VAT.").waitFor();
  const steps = await server.db
    .selectFrom("applet_steps as s")
    .innerJoin("package_versions as v", "v.id", "s.package_version_id")
    .select("v.version")
    .where("s.applet_instance_id", "=", id)
    .execute();
  expect(steps).toEqual([{ version: "1.1.0" }]);

  await server.db.deleteFrom("applet_instances").where("id", "=", id).execute();
  await page.goto(`/organization/${place.accountId}/packages/${packageId}`);
  await page.getByText("No applet uses it.").waitFor();
  await page.getByRole("button", { name: "Delete package" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete package" }).click();
  await page.getByText("VAT check is deleted.").waitFor();
  // The browser notes the two calls that were refused on purpose.
  expect(page.problems.filter((problem) => !problem.includes("Failed to load resource"))).toEqual([]);
}, 120_000);

test("create a template with its kind and category, and see what pages load", async () => {
  const place = await aPlace(server);
  const page = await signedInPage(browser, server, place.userId);
  await page.goto(`/organization/${place.accountId}/packages?tab=templates`);
  await page.getByRole("link", { name: "Welcome banner" }).waitFor();
  await page.getByRole("button", { name: "Create template" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Package name" }).fill("@acme/hello");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Say hello");
  await dialog.getByRole("button", { name: "Publish 1.0.0" }).click();
  await page.getByRole("heading", { name: "Say hello", level: 1 }).waitFor();
  await page.getByText("On pages, Engagement, used in 0 environments").waitFor();
  await page.getByRole("textbox", { name: "Greeting" }).waitFor();

  await page.goto(
    `/organization/${place.accountId}/projects/${place.projectId}/environments/${place.sandbox}/applets/new`,
  );
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name: "Say hello" }).click();
  await page.getByLabel("What it does").getByText("Page view").waitFor();
  await page.getByRole("group", { name: "Show a banner" }).waitFor();

  await page.goto(`/organization/${place.accountId}/packages?tab=applications`);
  await page.getByText("App id").first().waitFor();
  await expectAccessibleInBothSchemes(page);
  expect(page.problems).toEqual([]);
}, 120_000);
