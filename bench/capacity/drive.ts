// One Parley and its database, and calls at a steady rate per kind.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { createBed } from "../../faults/harness/bed.ts";
import { graphql, post } from "../../faults/harness/client.ts";
import { shop } from "../../faults/harness/world.ts";
import { aTrainableVersion, steadily } from "../load/parts.ts";
import { measured } from "../settings.ts";
import type { Demand } from "./model.ts";

export interface CapacityBed {
  readonly serverPid: number;
  readonly databasePid: number;
  readonly calls: Readonly<Record<"read" | "write" | "chat turn" | "training", () => Promise<unknown>>>;
  bytesPerTurn(): Promise<number>;
}

export async function withCapacityBed<T>(use: (bed: CapacityBed) => Promise<T>): Promise<T> {
  const bed = await createBed({ scale: "long", seed: 1 });
  try {
    const databaseUrl = await bed.database();
    const product = await bed.product({ databaseUrl, env: { ...measured, NODE_ENV: "production" } });
    await product.start();
    const { apiUrl } = product;
    const { world } = bed;
    const [admin] = world.admins;
    const trainable = await aTrainableVersion(databaseUrl, world.projectId);
    const say = await visitors(apiUrl, world.chat.widgetId);
    const query = "query P($id: ID!) { accountById(id: $id) { id name } }";
    const team = "mutation T($name: String!, $id: ID!) { createTeam(name: $name, accountId: $id) { id } }";
    const train = `mutation B($versionId: ID!, $projectId: ID!) {
      putVersionTrain(versionId: $versionId, projectId: $projectId) { data } }`;
    const result = await use({
      serverPid: product.pid,
      databasePid: await bed.postmasterPid(),
      calls: {
        read: () => graphql(apiUrl, query, { id: world.accountId }, admin),
        write: () => graphql(apiUrl, team, { name: randomUUID(), id: world.accountId }, admin),
        "chat turn": say,
        training: async () => {
          const versionId = await trainable.next();
          return graphql(apiUrl, train, { versionId, projectId: world.projectId }, admin);
        },
      },
      bytesPerTurn: () => bytesPerTurn(databaseUrl),
    });
    await trainable.close();
    return result;
  } finally {
    await bed.close();
  }
}

export async function drive(bed: CapacityBed, demand: Demand, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  await Promise.all([
    new Promise((resolve) => setTimeout(resolve, seconds * 1_000)),
    ...(["read", "write", "chat turn", "training"] as const).map((kind) => {
      const rate = demand[kind];
      return rate ? steadily(rate, until, bed.calls[kind]) : undefined;
    }),
  ]);
}

/** Many visitors in turn, so that nobody says more than one may. */
async function visitors(apiUrl: string, widgetId: string): Promise<() => Promise<unknown>> {
  const headers = { origin: shop };
  const open = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const answer = await post<{ conversation: { id: string; token: string } }>(
        `${apiUrl}/chat/hello`,
        { type: "hello", widgetId, pageUrl: shop },
        { headers },
      );
      return answer.data?.conversation;
    }),
  );
  let turn = 0;
  return () => {
    const { id = "", token = "" } = open[(turn += 1) % open.length] ?? {};
    const words = randomUUID();
    return post(
      `${apiUrl}/chat/send`,
      { conversation: { id, token, after: 0 }, id: words, content: { type: "text", text: words } },
      { headers },
    );
  };
}

/** Rows and indexes of a turn: the visitor's message, the answer and the record of the turn. */
async function bytesPerTurn(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: number }>(
      `select ((pg_total_relation_size('conversation_messages') + pg_total_relation_size('conversation_turns'))
        / greatest(1, (select count(*) from conversation_turns)))::float8 as bytes`,
    );
    return rows[0]?.bytes ?? 0;
  } finally {
    await client.end();
  }
}
