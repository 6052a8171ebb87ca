// The people: each kind at a steady pace, whatever the server does, so that a slow server is not asked less.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, graphql, post } from "../../faults/harness/client.ts";
import { shop } from "../../faults/harness/world.ts";
import type { LoadBed } from "./bed.ts";
import { startWatchers } from "./live.ts";
import { steadily } from "./parts.ts";

export const kinds = ["read", "write", "live update", "chat", "training"] as const;
export type Kind = (typeof kinds)[number];

export interface Sample {
  readonly kind: Kind;
  readonly ms: number;
  readonly isOk: boolean;
}

// Together below what one organisation may send.
const paces = { read: 32, write: 4, rename: 1, chat: 4, training: 0.3 } as const;
const watchers = 20;

const queries = {
  list: "query L($id: ID!) { projects(filterCriteria: { accountId: $id }) { id name projectProductSettings { productId } } }",
  point: "query P($id: ID!) { accountById(id: $id) { id name } }",
  team: "mutation T($name: String!, $id: ID!) { createTeam(name: $name, accountId: $id) { id } }",
  rename: "mutation R($id: ID!, $name: String!) { updateProject(id: $id, name: $name) { id } }",
  train:
    "mutation B($versionId: ID!, $projectId: ID!) { putVersionTrain(versionId: $versionId, projectId: $projectId) { data } }",
} as const;

export async function run(
  bed: LoadBed,
  options: { seconds: number; floodPerSecond?: number },
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const { apiUrl } = bed.product;
  const { world } = bed;
  const [admin, other] = world.admins;
  const take = (kind: Kind, answer: Pick<Answer, "ms" | "data">) =>
    samples.push({ kind, ms: answer.ms, isOk: answer.data !== undefined });

  const read = async () => {
    const query = Math.random() < 0.7 ? queries.point : queries.list;
    take("read", await graphql(apiUrl, query, { id: world.accountId }, admin));
  };
  const write = async () => {
    const name = `load-${randomUUID()}`;
    take(
      "write",
      await graphql(apiUrl, queries.team, { name, id: world.accountId }, { ...other, key: name }),
    );
  };
  const visitors = await Promise.all(Array.from({ length: 6 }, () => aVisitor(apiUrl, world.chat.widgetId)));
  let said = 0;
  const chat = async () => {
    const visitor = visitors[(said += 1) % visitors.length];
    if (visitor) take("chat", await visitor(`load-${randomUUID()}`));
  };
  // From the click to the trained version.
  const training = async () => {
    const versionId = await bed.trainable.next();
    const begun = performance.now();
    const { data } = await graphql(apiUrl, queries.train, { versionId, projectId: world.projectId }, admin);
    while (data && !(await bed.trainable.isTrained(versionId)) && performance.now() - begun < 30_000)
      await sleep(100);
    take("training", { data, ms: performance.now() - begun });
  };
  const live = await startWatchers(apiUrl, world, watchers);
  const rename = async () => {
    const name = `Renamed ${randomUUID()}`;
    const begun = performance.now();
    const answer = await graphql(apiUrl, queries.rename, { id: world.projectId, name }, other);
    take("write", answer);
    if (!answer.data) return;
    for (const ms of await live.seen(name, begun))
      samples.push({ kind: "live update", ms: ms ?? 10_000, isOk: ms !== undefined });
  };
  // Visitors and sockets are there; now the time runs.
  const until = performance.now() + options.seconds * 1_000;
  const flood = bed.flood({
    url: `${apiUrl}/v1/graphql`,
    cookie: world.loud.admin.cookie,
    body: JSON.stringify({ query: queries.point, variables: { id: world.loud.accountId } }),
    perSecond: options.floodPerSecond ?? 0,
    seconds: options.seconds,
  });
  await Promise.all([
    steadily(paces.read, until, read),
    steadily(paces.write, until, write),
    steadily(paces.rename, until, rename),
    steadily(paces.chat, until, chat),
    steadily(paces.training, until, training),
    flood,
  ]);
  live.close();
  return samples;
}

async function aVisitor(apiUrl: string, widgetId: string) {
  const headers = { origin: shop };
  const opened = await post<{ conversation: { id: string; token: string } }>(
    `${apiUrl}/chat/hello`,
    { type: "hello", widgetId, pageUrl: shop },
    { headers },
  );
  const { id, token } = opened.data?.conversation ?? { id: "", token: "" };
  return (words: string) =>
    post<Record<string, unknown>>(
      `${apiUrl}/chat/send`,
      { conversation: { id, token, after: 0 }, id: words, content: { type: "text", text: words } },
      { headers },
    );
}
