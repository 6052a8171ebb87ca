// Five hundred visitors, twenty messages each, connections that break at random, one server of two killed and
// started again every few seconds: everybody sees every message once, in order. Not a race: the figure is what broke.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { aChat } from "../apps/server/src/conversations/testing.ts";
import {
  aServerProcess,
  dropOrigin,
  type Endured,
  expectedWords,
  type ServerProcess,
  stubbornVisitor,
} from "../apps/server/src/conversations/testing-drops.ts";
import { connectDatabase } from "../apps/server/src/platform/database.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { migrate } from "../apps/server/src/platform/migrations.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import type { Bench } from "./measure.ts";

const visitors = 500;
const messages = 20;
const channels = 5;
const killEveryMs = 6_000;

export const bench: Bench = {
  name: "drop",
  goal: `${visitors} conversations of ${messages} messages with nothing lost, repeated or out of order`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), "parley-bench-drop-"));
    const log = createLog("silent");
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log });
    const connection = connectDatabase(postgres.url, 4, log);
    const servers: ServerProcess[] = [];
    try {
      await migrate(postgres.url);
      // The builders of the tests need no more of a server than its database.
      const fake = { db: connection.db } as unknown as TestServer;
      const { host } = new URL(dropOrigin);
      const widgetIds: string[] = [];
      for (let index = 0; index < channels; index += 1) {
        const domain = { host, port: null, pathPrefix: `/${index}` };
        widgetIds.push((await aChat(fake, { domain })).widgetId);
      }
      const place = { databaseUrl: postgres.url, dataDir: folder };
      servers.push(await aServerProcess(place), await aServerProcess(place));
      await Promise.all(servers.map((server) => server.start()));
      const urls = servers.map((server) => server.url);
      const talking = Promise.all(
        Array.from({ length: visitors }, (_, index) =>
          stubbornVisitor(urls, widgetIds[index % channels] ?? "", {
            name: `v${index}`,
            messages,
            seed: index,
          }),
        ),
      );
      const { kills, results } = await killUntil(talking, servers);
      const broken = results.filter((each) => !isWhole(each));
      const stored = await connection.pool.query<{ gaps: string }>(
        `select count(*) as gaps from (select conversation_id, count(*) as messages, max(sequence) as last
          from conversation_messages group by 1) c where messages <> last or last <> ${2 * messages + 1}`,
      );
      const connections = results.reduce((sum, each) => sum + each.connections, 0);
      const gaps = Number(stored.rows[0]?.gaps);
      return {
        table: [
          {
            conversations: results.length,
            connections,
            "servers killed": kills,
            broken: broken.length,
            gaps,
          },
        ],
        figure: `${broken.length} of ${results.length} conversations broken, ${connections} connections, ${kills} servers killed`,
        passed: broken.length === 0 && gaps === 0 && kills > 0,
      };
    } finally {
      await Promise.all(servers.map((server) => server.kill("SIGKILL")));
      await connection.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function killUntil(talking: Promise<Endured[]>, servers: readonly ServerProcess[]) {
  let results: Endured[] | undefined;
  const done = talking.then((all) => (results = all));
  let kills = 0;
  await sleep(killEveryMs);
  while (results === undefined) {
    const victim = servers[kills % servers.length];
    await victim?.kill("SIGKILL");
    kills += 1;
    await sleep(300);
    await victim?.start();
    await Promise.race([done, sleep(killEveryMs)]);
  }
  return { kills, results };
}

function isWhole({ name, received }: Endured): boolean {
  const words = received.map(({ text }) => text);
  const isInOrder = received.every(({ sequence }, at) => sequence === at + 1);
  return isInOrder && JSON.stringify(words) === JSON.stringify(expectedWords(name, messages));
}
