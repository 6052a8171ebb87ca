// Threat S6: rights of an organisation reach its parent, its sister or a stranger.
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountGrants } from "#access/grants.ts";
import { anAccount, anAdmin, aProject } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The same tree every time, so that a failure can be looked at. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % sides;
  };
}

interface Node {
  readonly id: string;
  readonly path: readonly string[];
  readonly admin: string;
  readonly project: string;
}

async function aTree(seed: number): Promise<Node[]> {
  const roll = dice(seed);
  const nodes: Node[] = [];
  for (let index = 0; index < 18; index += 1) {
    const parent = index === 0 ? undefined : nodes[roll(8) < 5 ? index - 1 : roll(index)];
    const fits = parent && parent.path.length < 8 ? parent : nodes[0];
    const id = await anAccount(server, fits ? { parentId: fits.id } : {});
    nodes.push({
      id,
      path: [...(fits?.path ?? []), id],
      admin: await anAdmin(server, id),
      project: await aProject(server, { accountId: id }),
    });
  }
  return nodes;
}

it("in random trees rights flow down and never up or sideways", { timeout: 120_000 }, async ({ task }) => {
  const trees = [await aTree(7), await aTree(99)];
  const all = trees.flat();
  expect(Math.max(...all.map((node) => node.path.length))).toBeGreaterThan(5);
  let cases = 0;
  for (const viewer of all) {
    for (const node of all) {
      cases += 1;
      const held = (await accountGrants(server.db, viewer.admin, node.id))?.held.size ?? 0;
      expect([viewer.path, node.path, held > 0]).toEqual([
        viewer.path,
        node.path,
        node.path.includes(viewer.id),
      ]);
    }
  }
  Object.assign(task.meta, { cases });
});

it("over the API a parent's, sister's or stranger's organisation answers like none at all", async ({
  task,
}) => {
  const [tree, stranger] = [await aTree(3), await aTree(4)];
  const query = "query A($id: ID!) { accountById(id: $id) { id name } }";
  let cases = 0;
  for (const viewer of tree.slice(1, 7)) {
    const missing = await server.graphql(query, { id: crypto.randomUUID() }, { userId: viewer.admin });
    for (const node of [...tree.slice(0, 9), ...stranger.slice(0, 2)]) {
      cases += 1;
      const answer = await server.graphql(query, { id: node.id }, { userId: viewer.admin });
      if (node.path.includes(viewer.id)) expect(answer.data).toMatchObject({ accountById: { id: node.id } });
      else expect(answer).toEqual(missing);
    }
  }
  Object.assign(task.meta, { cases });
});
