// What benches of a whole Parley share: calls at a steady pace, and versions of bots that are ready to be trained.
import { setTimeout as sleep } from "node:timers/promises";
import { insertVersion, writeFiles } from "../../apps/server/src/bots/index.ts";
import { intents } from "../../apps/server/src/demo/help-centre-flow.ts";
import { connectDatabase } from "../../apps/server/src/platform/database.ts";
import { newId } from "../../apps/server/src/platform/ids.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";

/** Begins a call whenever its time has come, whatever became of the others, and waits for all of them at the end. */
export async function steadily(
  perSecond: number,
  until: number,
  call: () => Promise<unknown>,
): Promise<void> {
  const running = new Set<Promise<unknown>>();
  const begun = performance.now();
  for (let count = 0; ; count += 1) {
    const at = begun + ((count + Math.random()) * 1_000) / perSecond;
    if (at > until) break;
    await sleep(Math.max(0, at - performance.now()));
    const one: Promise<unknown> = call().finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
}

export interface Trainable {
  next(): Promise<string>;
  isTrained(versionId: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Each with sentences of its own: equal contents would share one model. */
export async function aTrainableVersion(databaseUrl: string, projectId: string): Promise<Trainable> {
  const connection = connectDatabase(databaseUrl, 2, createLog("silent"));
  const { db } = connection;
  const customerId = newId();
  await db.insertInto("customers").values({ id: customerId, project_id: projectId, name: "Load" }).execute();
  return {
    close: () => connection.close(),
    isTrained: async (id) => {
      const version = await db
        .selectFrom("bot_versions")
        .select("trained_at")
        .where("id", "=", id)
        .executeTakeFirst();
      return version?.trained_at != null;
    },
    next: () =>
      db.transaction().execute(async (tx) => {
        const botId = newId();
        const files = Object.entries(intents).map(([name, list]) => ({
          filePath: `intents/${name}.txt`,
          content: list.map((line) => `${line} ${botId}`).join("\n"),
        }));
        await tx
          .insertInto("bots")
          .values({ id: botId, project_id: projectId, customer_id: customerId, name: `Bot ${botId}` })
          .execute();
        const versionId = await insertVersion(tx, { botId });
        await writeFiles(tx, versionId, files, undefined);
        return versionId;
      }),
  };
}
