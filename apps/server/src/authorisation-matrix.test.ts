import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { teamsByIds } from "#domains/teams";
import { change } from "#platform/change.ts";
import { rolledBack } from "#testing/rolled-back.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { buildApi } from "./graphql.ts";
import { type Lane, runMatrix } from "./access/matrix/run.ts";
import { createWorld } from "./access/matrix/world.ts";
import { allowEveryone } from "#access/viewer.ts";

let server: TestServer;
let maker: pg.Client;
let lanes: Lane[];
beforeAll(async () => {
  server = await startTestServer();
  maker = new pg.Client({ connectionString: server.databaseUrl });
  await maker.connect();
  lanes = [];
  for (const name of ["First", "Second", "Third"])
    lanes.push({
      database: await rolledBack(server.databaseUrl),
      world: await createWorld(server, maker, name),
    });
});
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.database.close()));
  await maker.end();
  await server.stop();
});

describe("the authorisation matrix", () => {
  it(
    "holds in every cell: every operation, every role, ids of every place",
    { timeout: 600_000 },
    async ({ task }) => {
      const { schema, resolvers } = await buildApi();
      const result = await runMatrix({ server, lanes, schema, resolvers });
      Object.assign(task.meta, { cases: result.cells });
      process.stdout.write(
        `authorisation matrix: ${result.cells} cells, ${result.operations} operations, ${lanes[0]?.world.actors.length} actors; ` +
          `${result.auditedMutations.length} of ${result.mutations} mutations ran to their audit entry\n`,
      );
      if (result.gaps.length > 0)
        process.stdout.write(`not there yet, ${result.gaps.length} operations:\n${result.gaps.join("\n")}\n`);
      expect(result.failures).toEqual([]);
      expect(result.cells).toBeGreaterThan(5_000);
    },
  );

  it("goes red when a query forgets its check", async () => {
    const { schema, resolvers } = await buildApi([
      {
        Query: {
          async teamByPk(_, { id }, ctx) {
            allowEveryone(ctx.viewer);
            return (await teamsByIds(ctx.db, [id]))[0] ?? null;
          },
        },
      },
    ]);
    const { failures } = await runMatrix({ server, lanes, schema, resolvers, only: ["teamByPk"] });
    expect(failures).toContainEqual(
      expect.stringMatching(/teamByPk\(id\) as member: foreign is told from missing/),
    );
  });

  it("goes red when a mutation forgets its check, or forgets the log", async () => {
    const { schema, resolvers } = await buildApi([
      {
        Mutation: {
          async updateTeam(_, { id }, ctx) {
            allowEveryone(ctx.viewer);
            await change(ctx, (tx) =>
              tx.updateTable("teams").set({ name: "Taken" }).where("id", "=", id).execute(),
            );
            return (await teamsByIds(ctx.db, [id]))[0] ?? Promise.reject(new Error("gone"));
          },
        },
      },
    ]);
    const { failures } = await runMatrix({ server, lanes, schema, resolvers, only: ["updateTeam"] });
    expect(failures).toContainEqual(
      expect.stringMatching(/unexpected error: Mutation.updateTeam wrote no audit entry/),
    );
  });

  it("goes red for a root field that never asks", async () => {
    const { schema, resolvers } = await buildApi([{ Query: { locales: () => [] } }]);
    const { failures } = await runMatrix({ server, lanes, schema, resolvers, only: ["locales"] });
    expect(failures).toContainEqual(expect.stringMatching(/never asked about access/));
  });
});
