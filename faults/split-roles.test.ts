// One role per process on one database, files on S3 storage, calls spread over servers at random: whoever answers, it
// is one Parley.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type S3Server, startS3Server } from "../apps/server/src/platform/files/s3-server.ts";
import { aTrainableVersion } from "../bench/load/parts.ts";
import { type Bed, createBed, withClient } from "./harness/bed.ts";
import { graphql, until } from "./harness/client.ts";
import type { Product } from "./harness/product.ts";
import { signInWithPassword } from "./harness/sign-in.ts";
import { subscribe } from "./harness/subscription.ts";
import { sendFile } from "./harness/upload.ts";

let bed: Bed;
let s3: S3Server;
let databaseUrl: string;
let provider: Product;
let servers: readonly [Product, Product];
let cookie: string;
beforeAll(async () => {
  bed = await createBed({ scale: "short", seed: 1 });
  s3 = await startS3Server();
  databaseUrl = await bed.database();
  provider = await bed.product({ databaseUrl, roles: "identity" });
  await provider.start();
  const env = {
    FILES_URL: s3.filesUrl,
    PROVIDER_URL: provider.providerUrl,
    PROVIDER_ADMIN_URL: provider.providerAdminUrl,
  };
  servers = [
    await bed.product({ databaseUrl, roles: "api,chat", env }),
    await bed.product({ databaseUrl, roles: "api,chat", env }),
  ];
  const worker = await bed.product({ databaseUrl, roles: "worker", env });
  await Promise.all([...servers, worker].map((product) => product.start()));
  cookie = await signInWithPassword(provider.providerUrl);
}, 240_000);
afterAll(async () => {
  s3.stop();
  await bed.close();
});

const team = "mutation T($name: String!, $id: ID!) { createTeam(name: $name, accountId: $id) { id } }";

it("a session of the provider's process is good at every server, and ends at every server", async () => {
  const query = "query G($id: ID!) { accountById(id: $id) { id } }";
  const read = () =>
    Promise.all(servers.map(({ apiUrl }) => graphql(apiUrl, query, { id: bed.world.accountId }, { cookie })));
  expect((await read()).map((answer) => answer.data)).toEqual(
    servers.map(() => ({ accountById: { id: bed.world.accountId } })),
  );
  const ready = await Promise.all(servers.map(({ apiUrl }) => fetch(`${apiUrl}/health/ready`)));
  expect(ready.map((answer) => answer.status)).toEqual([200, 200]);
});

it("a change made at one server is pushed by the other", async () => {
  const [one, two] = servers;
  const live = await subscribe(two.apiUrl, bed.world.admins[0].cookie, bed.world);
  const before = live.events();
  const create =
    "mutation P($name: String!, $id: ID!, $products: [ID!]!) { createProject(name: $name, accountId: $id, productIds: $products) { id } }";
  const variables = { name: randomUUID(), id: bed.world.accountId, products: bed.world.productIds };
  const made = await graphql(one.apiUrl, create, variables, { cookie });
  expect(made.message).toBe("");
  await until("The push", async () => live.events() > before, { withinMs: 10_000 });
  live.close();
});

it("the same request at both servers at once is one change and one answer", async () => {
  for (let round = 0; round < 5; round += 1) {
    const name = `twin-${randomUUID()}`;
    const answers = await Promise.all(
      [0, 1, 0, 1].map((index) =>
        graphql(
          servers[index === 0 ? 0 : 1].apiUrl,
          team,
          { name, id: bed.world.accountId },
          { cookie, key: name },
        ),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data ?? answer.message))).size).toBe(1);
    const count = await withClient(databaseUrl, (client) =>
      client.query("select 1 from teams where name = $1", [name]).then((result) => result.rowCount),
    );
    expect(count).toBe(1);
  }
});

it("a file that one server took is stored where the others find it", async () => {
  const before = s3.objects.size;
  const sent = await sendFile(
    servers[0].apiUrl,
    cookie,
    bed.world.projectId,
    "notes.txt",
    Buffer.from("A note."),
  );
  expect(sent.message).toBe("");
  expect(s3.objects.size).toBe(before + 1);
  // The worker, another process with no folder in common, has read it.
  await until("The index", () =>
    withClient(databaseUrl, async (client) => {
      const { rows } = await client.query("select 1 from knowledge_files where status = 'INDEXED'");
      return rows.length > 0;
    }),
  );
});

it("what a server is asked to train, a worker trains", { timeout: 60_000 }, async () => {
  const trainable = await aTrainableVersion(databaseUrl, bed.world.projectId);
  const versionId = await trainable.next();
  const train = `mutation B($versionId: ID!, $projectId: ID!) {
    putVersionTrain(versionId: $versionId, projectId: $projectId) { data } }`;
  const asked = await graphql(
    servers[1].apiUrl,
    train,
    { versionId, projectId: bed.world.projectId },
    { cookie },
  );
  expect(asked.message).toBe("");
  await until("The training", () => trainable.isTrained(versionId));
  await trainable.close();
});
