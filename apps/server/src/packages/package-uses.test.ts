import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aProject, anAccount } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { builtInId } from "./built-in/seed.ts";
import { aPublisher } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** An applet in a new project that uses the package. */
async function checksIn(accountId: string, packageId: string, userId: string) {
  const projectId = await aProject(server, { accountId, name: "Shop" });
  const config = await server.db
    .selectFrom("project_environment_configs")
    .select("id")
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return server.graphql<{ createAppletInstance: { id: string; actions: { id: string }[] } }>(
    `mutation CreateAppletInstance($config: ID!, $version: ID!, $triggers: [AppletStepInput!], $actions: [AppletStepInput!]) {
      createAppletInstance(name: "Checks", appletVersionId: $version, projectEnvironmentConfigId: $config, triggers: $triggers, actions: $actions, status: ACTIVE) { id actions { id } } }`,
    {
      config: config.id,
      version: builtInId("template @parley/blank@1.0.0"),
      triggers: [{ packageId: builtInId("@parley/webhook") }],
      actions: [{ packageId, options: { country: "DE" } }],
    },
    { userId },
  );
}

describe("a package in use", () => {
  it("cannot be deleted, says where it is used, and an upgrade tells what breaks", async () => {
    const { accountId, userId, publish } = await aPublisher(server);
    const { createPackage: made } = (await publish()).data;
    const instance = await checksIn(accountId, made.id, userId);
    expect(instance.errors).toEqual([]);
    for (const [field, id] of [
      ["deletePackage", made.id],
      ["deletePackageVersion", made.latestVersionId],
    ]) {
      const refused = await server.graphql(`mutation M($id: ID!) { ${field}(id: $id) }`, { id }, { userId });
      expect(refused.errors[0]?.extensions).toMatchObject({
        code: "CONFLICT",
        uses: [{ appletInstanceName: "Checks", projectName: "Shop" }],
      });
      expect(refused.errors[0]?.message).toContain("Checks (Shop)");
    }
    const usage = await server.graphql<{ packageUsage: { uses: unknown[]; hiddenCount: number } }>(
      `query PackageUsage($id: ID!) { packageUsage(packageId: $id) { hiddenCount uses { appletInstanceName projectName environmentName version } } }`,
      { id: made.id },
      { userId },
    );
    expect(usage.data.packageUsage).toMatchObject({
      hiddenCount: 0,
      uses: [{ appletInstanceName: "Checks", version: "1.0.0" }],
    });
    const next = await publish({
      version: "2.0.0",
      schema: {
        type: "object",
        properties: { country: { type: "string", pattern: "^[A-Z]{3}$" }, strict: { type: "boolean" } },
        required: ["country", "strict"],
      },
    });
    const preview = await server.graphql<{ appletUpgradePreview: unknown }>(
      `query AppletUpgradePreview($id: ID!, $step: ID!, $version: ID!) { appletUpgradePreview(appletInstanceId: $id, stepId: $step, versionId: $version) {
        fromVersion toVersion changes { field kind message } problems { field message } } }`,
      {
        id: instance.data.createAppletInstance.id,
        step: instance.data.createAppletInstance.actions[0]?.id,
        version: next.data.createPackage.latestVersionId,
      },
      { userId },
    );
    expect(preview.data.appletUpgradePreview).toMatchObject({
      fromVersion: "1.0.0",
      toVersion: "2.0.0",
      changes: [
        { field: "options.country", kind: "CHANGED" },
        { field: "options.strict", kind: "ADDED", message: "New, and needed." },
      ],
      problems: [{ field: "actions.0.options.strict" }, { field: "actions.0.options.country" }],
    });
    await server.graphql(
      `mutation DeleteAppletInstance($id: ID!) { deleteAppletInstance(id: $id) }`,
      { id: instance.data.createAppletInstance.id },
      { userId },
    );
    const version = await server.graphql<{ deletePackageVersion: string }>(
      `mutation DeletePackageVersion($id: ID!) { deletePackageVersion(id: $id) }`,
      { id: next.data.createPackage.latestVersionId },
      { userId },
    );
    expect(version.data.deletePackageVersion).toBe(next.data.createPackage.latestVersionId);
    const updated = await server.graphql<{ updatePackage: { latestVersion: { version: string } } }>(
      `mutation UpdatePackage($id: ID!) { updatePackage(id: $id, displayName: "VAT", description: "Checks numbers") { displayName description latestVersion { version } } }`,
      { id: made.id },
      { userId },
    );
    expect(updated.data.updatePackage).toEqual({
      displayName: "VAT",
      description: "Checks numbers",
      latestVersion: { version: "1.0.0" },
    });
    const gone = await server.graphql<{ deletePackage: string }>(
      `mutation DeletePackage($id: ID!) { deletePackage(id: $id) }`,
      { id: made.id },
      { userId },
    );
    expect(gone.data.deletePackage).toBe(made.id);
  });

  it("says how many use it where the viewer sees nothing, and names none of them", async () => {
    const { accountId, userId, publish } = await aPublisher(server);
    const { id } = (await publish()).data.createPackage;
    const below = await anAccount(server, { parentId: accountId });
    expect((await checksIn(below, id, userId)).errors).toEqual([]);
    // The organisation was sold: its applets still use the package, and are no longer the publisher's to see.
    const buyer = await anAccount(server);
    await server.db
      .updateTable("accounts")
      .set({ parent_id: buyer, path: [buyer, below] })
      .where("id", "=", below)
      .execute();
    const refused = await server.graphql(
      `mutation DeletePackage($id: ID!) { deletePackage(id: $id) }`,
      { id },
      { userId },
    );
    expect(refused.errors[0]?.message).toBe(
      "VAT check is used by 1 that you cannot see. Change those applets first.",
    );
    expect(refused.errors[0]?.extensions).toMatchObject({ code: "CONFLICT", uses: [], hiddenCount: 1 });
  });
});
