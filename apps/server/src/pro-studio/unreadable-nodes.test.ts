// Nodes whose fields do not have the shape of today: kept from losing anything, and kept out.
import { createNode } from "@parley/flow";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aSolution, aStudio, type Studio } from "#testing/studio.ts";

let server: TestServer;
let studio: Studio;

beforeAll(async () => {
  server = await startTestServer();
  studio = await aStudio(server);
});
afterAll(() => server.stop());

const saveNodes = `mutation UpdateProStudioNodes($objects: [ProStudioNodeInput!]!) {
  updateProStudioNodes(objects: $objects) { affected_rows } }`;

describe("a node stored in another shape", () => {
  it("is shown, validated and synced, and what could not be read is kept", async () => {
    const { versionId } = await aSolution(studio);
    const objects = [
      createNode("start", "s", { solutionVersionId: versionId }),
      createNode("command", "c", {
        solutionVersionId: versionId,
        parameterInput: { name: "open-cart" },
      }),
    ];
    await studio.run(saveNodes, { objects });
    // As it could be stored before the database refused it.
    await sql`alter table pro_studio_nodes drop constraint pro_studio_nodes__next_nodes_list`.execute(
      server.db,
    );
    await sql`update pro_studio_nodes set next_nodes = '{"next": "c"}' where solution_version_id = ${versionId} and id = 's'`.execute(
      server.db,
    );
    const { proStudioNodes } = await studio.run<{ proStudioNodes: { id: string; behaviors: unknown }[] }>(
      `query GetProStudioNodes($id: ID!) { proStudioNodes(solutionVersionId: $id) { id nextNodes behaviors } }`,
      { id: versionId },
    );
    expect(proStudioNodes.find((node) => node.id === "s")).toMatchObject({
      nextNodes: [],
      behaviors: { unreadable: { nextNodes: { next: "c" } } },
    });
    const outcome = `(solutionVersionId: $id) { messages }`;
    const { validateProStudioVersion } = await studio.run<{
      validateProStudioVersion: { messages: string[] };
    }>(`mutation ValidateProStudioVersion($id: ID!) { validateProStudioVersion${outcome} }`, {
      id: versionId,
    });
    expect(validateProStudioVersion.messages).toContainEqual(
      expect.stringContaining("unreadable_field s nextNodes"),
    );
    await studio.run(`mutation SyncProStudioVersion($id: ID!) { syncProStudioVersion${outcome} }`, {
      id: versionId,
    });
  });

  it("does not get in: the field is named", async () => {
    const { versionId } = await aSolution(studio);
    const object = {
      ...createNode("message", "m", { solutionVersionId: versionId }),
      nextNodes: { next: "c" },
    };
    const answer = await server.graphql(saveNodes, { objects: [object] }, { userId: studio.adminId });
    expect(answer.errors[0]).toMatchObject({
      message: expect.stringContaining("nextNodes must be a list"),
      extensions: { code: "INVALID", field: "objects.0.nextNodes" },
    });
  });
});
