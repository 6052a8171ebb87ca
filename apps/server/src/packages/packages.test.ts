import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aProject, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { builtInId, seedBuiltInPackages } from "./built-in/seed.ts";
import { aPublisher, create, sample } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe("publishing a package", () => {
  it("makes the new version the latest, and never touches an old one", async () => {
    const { publish } = await aPublisher(server);
    const first = await publish();
    expect(first.errors).toEqual([]);
    const second = await publish({ version: "1.10.0", schema: { type: "object" } });
    expect(second.data.createPackage).toMatchObject({
      id: first.data.createPackage.id,
      latestVersion: { version: "1.10.0" },
      versions: [{ version: "1.10.0" }, { version: "1.0.0" }],
    });
    for (const version of ["1.0.0", "1.10.0", "1.9.0", "1.10.0-beta"]) {
      const again = await publish({ version });
      expect(again.errors[0]?.extensions).toMatchObject({ field: "version" });
      expect(again.errors[0]?.message).toMatch(/1\.10\.0 is published/);
    }
  });

  it.each([
    ["a version that is none", { version: "1.0" }, "version"],
    ["a version with a v", { version: "v1.0.0" }, "version"],
    ["a schema that is none", { schema: { type: "objekt" } }, "schema"],
    ["a schema of a text", { schema: { type: "string" } }, "schema"],
    ["a list as schema", { schema: [] }, "schema"],
    [
      "a schema that points elsewhere",
      { schema: { type: "object", $ref: "https://evil.example/x.json" } },
      "schema",
    ],
    [
      "a pattern that could hang",
      { schema: { type: "object", properties: { a: { type: "string", pattern: "(?=x)(a+)+\\1" } } } },
      "schema",
    ],
    ["a huge schema", { schema: { type: "object", description: "x".repeat(70_000) } }, "schema"],
    ["a name with spaces", { pkgName: "My Package", packageJson: {} }, "pkgName"],
    ["one of our names", { pkgName: "@parley/vat", packageJson: {} }, "pkgName"],
    ["another name inside", { packageJson: { name: "other" } }, "packageJson.name"],
    ["an action nobody knows", { packageJson: { parley: { action: "rm-rf" } } }, "packageJson.parley.action"],
    ["a trigger without one", { packageTypes: ["TRIGGER"] }, "packageJson.parley.trigger"],
    ["no type", { packageTypes: [] }, "packageTypes"],
    ["no name to show", { displayName: " " }, "displayName"],
  ])("with %s is refused by its field", async (_, change, field) => {
    const { publish, accountId } = await aPublisher(server);
    const answer = await publish(change);
    expect(answer.errors[0]?.extensions).toMatchObject({ code: "INVALID", field });
    expect(
      await server.db.selectFrom("packages").select("id").where("account_id", "=", accountId).execute(),
    ).toEqual([]);
  });

  it("needs the right in the account, and stays inside it", async () => {
    const mine = await aPublisher(server);
    const theirs = await aPublisher(server);
    const member = await aUser(server, { accountId: mine.accountId, roleKeys: ["pro_studio_builder"] });
    const refused = await server.graphql(create, sample, { userId: member });
    expect(refused.errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN" });
    const foreign = await theirs.publish({ accountId: mine.accountId });
    expect(foreign.errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
    const { data } = await mine.publish();
    const list = /* GraphQL */ `
      query GetPackages($packageTypes: [PackageTypeEnum!]) {
        packages(packageTypes: $packageTypes) {
          id
          displayName
          isBuiltIn
          packageTypes
        }
      }
    `;
    const own = await server.graphql<{ packages: { id: string; displayName: string; isBuiltIn: boolean }[] }>(
      list,
      { packageTypes: ["ACTION"] },
      { userId: member },
    );
    expect(own.data.packages.some((it) => it.id === data.createPackage.id)).toBe(true);
    const names = own.data.packages.map((it) => it.displayName.toLowerCase());
    expect(names).toEqual(names.toSorted());
    const others = await server.graphql<{ packages: { id: string; isBuiltIn: boolean }[] }>(
      list,
      {},
      { userId: theirs.userId },
    );
    expect(others.data.packages.every((it) => it.isBuiltIn)).toBe(true);
    expect(others.data.packages).toHaveLength(23);
    const peek = await server.graphql(
      `query P($id: ID!) { packageById(id: $id) { id } }`,
      { id: data.createPackage.id },
      { userId: theirs.userId },
    );
    expect(peek.errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("what Parley ships", () => {
  it("is there once, however often a server starts, and nobody may change it", async () => {
    await Promise.all([seedBuiltInPackages(server.db), seedBuiltInPackages(server.db)]);
    const rows = await server.db
      .selectFrom("packages")
      .select("id")
      .where("account_id", "is", null)
      .execute();
    expect(rows).toHaveLength(23);
    const { userId } = await aPublisher(server);
    const id = builtInId("@parley/page-view");
    for (const operation of ["deletePackage(id: $id)", 'updatePackage(id: $id, displayName: "x") { id }']) {
      const answer = await server.graphql(`mutation M($id: ID!) { ${operation} }`, { id }, { userId });
      expect(answer.errors[0]?.message).toMatch(/part of Parley/);
    }
  });
});

describe("application packages", () => {
  it("tell a page and a person what to load", async () => {
    const { accountId, userId } = await aPublisher(server);
    await aProject(server, { accountId, name: "Storefront" });
    const answer = await server.graphql<{ applicationPackages: unknown }>(
      `query GetApplicationPackages { applicationPackages { name packages { name analytics { instanceAddress projectKey } pype { app_id analytics_key analytics_host } } } }`,
      {},
      { userId },
    );
    expect(answer.data.applicationPackages).toMatchObject([
      {
        name: "Storefront",
        packages: [{ name: "Sandbox", analytics: { instanceAddress: server.urls.api } }, { name: "Live" }],
      },
    ]);
    const nobody = await server.graphql(`query G { applicationPackages { name } }`);
    expect(nobody.errors[0]?.extensions).toMatchObject({ code: "UNAUTHENTICATED" });
    const page = await server.graphql<{ applicationPackages: unknown }>(
      `query G { applicationPackages(url: "https://nobody.example") { name } }`,
    );
    expect(page.data.applicationPackages).toEqual([]);
  });
});
