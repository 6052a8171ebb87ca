import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe("templates", () => {
  const createApplet = /* GraphQL */ `
    mutation CreateApplet($pkgName: String!, $version: String!, $schema: JSON!) {
      createApplet(
        pkgName: $pkgName
        version: $version
        appletType: WEB
        appletCategory: SUPPORT
        schema: $schema
      ) {
        id
        displayName
        appletType
        appletCategory
        latestVersion {
          id
          version
        }
      }
    }
  `;

  it("have versions, and are deleted when nothing uses them", async () => {
    const userId = await anAdmin(server, await anAccount(server));
    const schema = {
      type: "object",
      title: "Greeter",
      properties: { greeting: { type: "string" } },
      required: ["greeting"],
    };
    const made = await server.graphql<{ createApplet: { id: string } }>(
      createApplet,
      { pkgName: "greeter", version: "0.1.0", schema },
      { userId },
    );
    expect(made.data.createApplet).toMatchObject({
      displayName: "Greeter",
      latestVersion: { version: "0.1.0" },
    });
    const id = made.data.createApplet.id;
    const version = (variables: Record<string, unknown>) =>
      server.graphql<{ createAppletVersion: { id: string } }>(
        `mutation CreateAppletVersion($id: ID!, $version: String!, $schema: JSON!) { createAppletVersion(appletId: $id, version: $version, schema: $schema) { id version } }`,
        { id, schema, ...variables },
        { userId },
      );
    expect((await version({ version: "0.2.0" })).errors).toEqual([]);
    expect((await version({ version: "0.2.0" })).errors[0]?.extensions).toMatchObject({ field: "version" });
    expect((await version({ version: "1.0.0", schema: { type: 5 } })).errors[0]?.extensions).toMatchObject({
      field: "schema",
    });
    const again = await server.graphql(
      createApplet,
      { pkgName: "greeter", version: "9.0.0", schema },
      { userId },
    );
    expect(again.errors[0]?.extensions).toMatchObject({ field: "pkgName" });
    const list = await server.graphql<{
      applets: { displayName: string; latestVersion: { version: string } }[];
    }>(
      `query GetApplets { applets { id displayName usedInEnvironments latestVersion { version } } }`,
      {},
      { userId },
    );
    expect(list.data.applets.find((it) => it.displayName === "Greeter")?.latestVersion.version).toBe("0.2.0");
    const gone = await server.graphql<{ deleteApplet: string }>(
      `mutation DeleteApplet($id: ID!) { deleteApplet(id: $id) }`,
      { id },
      { userId },
    );
    expect(gone.data.deleteApplet).toBe(id);
  });
});
