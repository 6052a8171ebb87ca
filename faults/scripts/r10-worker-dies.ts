// A worker that is killed while it trains, and one that falls asleep for longer than its lease and wakes up again:
// every training ends, and the one who was presumed dead can write nothing.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { intents } from "../../apps/server/src/demo/help-centre-flow.ts";
import { insertVersion, writeFiles } from "../../apps/server/src/bots/index.ts";
import { connectDatabase } from "../../apps/server/src/platform/database.ts";
import { addJob } from "../../apps/server/src/platform/jobs.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { newId } from "../../apps/server/src/platform/ids.ts";
import { withClient } from "../harness/bed.ts";
import { until } from "../harness/client.ts";
import type { Fault } from "../harness/fault.ts";
import { judge, openLedger } from "../harness/ledger.ts";

export const fault: Fault = {
  id: "R10",
  title: "a worker that dies or sleeps while it trains",
  async run(bed) {
    const isShort = bed.scale === "short";
    const databaseUrl = await bed.database();
    const workers = [
      await bed.product({ databaseUrl, roles: "worker" }),
      await bed.product({ databaseUrl, roles: "worker" }),
    ] as const;
    await Promise.all(workers.map((worker) => worker.start()));
    const connection = connectDatabase(databaseUrl, 2, createLog("silent"));
    const ledger = openLedger(join(bed.folder, "ledgers", "r10"));
    const broken: string[] = [];
    const recoveries: number[] = [];
    const rounds = isShort ? 2 : 25;
    try {
      for (let round = 0; round < rounds; round += 1) {
        const ids = await Promise.all([0, 1, 2].map(() => training(bed.world.chat, connection.db)));
        for (const id of ids) ledger.intend(id, "training");
        await sleep(bed.random() * 150);
        const victim = workers[round % 2 === 0 ? 0 : 1];
        if (round % 2 === 0) await victim.end("SIGKILL");
        else victim.signal("SIGSTOP");
        // The long run waits until the lease runs out; the short one makes it as old as that.
        if (isShort) await withClient(databaseUrl, forgetHeartbeats);
        recoveries.push(
          await until("The end of every training", () => allEnded(connection.pool, ids), {
            withinMs: 60_000,
            everyMs: 100,
          }),
        );
        for (const id of ids) ledger.acknowledge(id);
        const before = await outcomes(connection.pool, ids);
        if (round % 2 === 0) await victim.start();
        else {
          victim.signal("SIGCONT");
          await sleep(isShort ? 700 : 3_000);
        }
        const after = await outcomes(connection.pool, ids);
        if (before !== after) broken.push("A worker that was presumed dead changed the outcome.");
      }
      const effects = await withClient(databaseUrl, jobsDone);
      return {
        ...judge(ledger.entries(), effects),
        rounds,
        recoveryMs: Math.max(...recoveries),
        broken,
        notes: [
          `${ledger.entries().length} trainings`,
          isShort ? "lease aged by hand" : "lease of 30 s waited for",
        ],
      };
    } finally {
      await connection.close();
      await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
    }
  },
};

type Db = ReturnType<typeof connectDatabase>["db"];

/** A version of its own with a few thousand sentences, so that training takes a moment; answers the job's id. */
function training(place: { projectId: string; customerId: string }, db: Db): Promise<string> {
  // Equal contents would share one model.
  const own = randomUUID();
  const files = Object.entries(intents).map(([name, list]) => ({
    filePath: `intents/${name}.txt`,
    content: Array.from({ length: 60 }, (_, index) =>
      list.map((line) => `${line} ${own} ${index}`).join("\n"),
    ).join("\n"),
  }));
  return db.transaction().execute(async (tx) => {
    const botId = newId();
    await tx
      .insertInto("bots")
      .values({
        id: botId,
        project_id: place.projectId,
        customer_id: place.customerId,
        name: `Bot ${randomUUID()}`,
      })
      .execute();
    const versionId = await insertVersion(tx, { botId });
    await writeFiles(tx, versionId, files, undefined);
    return addJob(tx, {
      kind: "train-bot-version",
      projectId: place.projectId,
      objectId: versionId,
      payload: { versionId },
    });
  });
}

async function forgetHeartbeats(client: pg.Client): Promise<void> {
  await client.query("update jobs set heartbeat_at = now() - interval '1 hour' where status = 'RUNNING'");
}

async function allEnded(pool: pg.Pool, ids: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from jobs where id = any($1::uuid[]) and status in ('SUCCEEDED', 'FAILED')",
    [ids],
  );
  return rows[0]?.count === ids.length;
}

async function outcomes(pool: pg.Pool, ids: readonly string[]): Promise<string> {
  const { rows } = await pool.query(
    `select j.status, j.finished_at, j.progress, v.trained_hash, v.trained_at
     from jobs j join bot_versions v on v.id::text = j.object_id where j.id = any($1::uuid[]) order by j.id`,
    [ids],
  );
  return JSON.stringify(rows);
}

/** Whole: it went well, and the model of its content is there. */
async function jobsDone(client: pg.Client) {
  const { rows } = await client.query<{ id: string; isWhole: boolean }>(
    `select j.id, j.status = 'SUCCEEDED' and exists (select 1 from bot_models m where m.content_hash = v.content_hash) as "isWhole"
     from jobs j join bot_versions v on v.id::text = j.object_id where j.kind = 'train-bot-version'`,
  );
  return new Map(rows.map(({ id, isWhole }) => [id, { count: 1, isWhole }]));
}
