// As if the worker of a running job had been killed: its lease runs out, and the job goes to another.
import { sql } from "kysely";
import { expect } from "vitest";
import { sweepLostJobs } from "#platform/jobs.ts";
import type { TestServer } from "./server.ts";

export async function loseWorker({ db, services }: TestServer, jobId: string): Promise<void> {
  await expect
    .poll(async () => {
      // Only the first attempt is lost: the worker that takes over keeps its lease.
      await sql`update jobs set heartbeat_at = now() - interval '1 hour' where id = ${jobId} and attempt = 1`.execute(
        db,
      );
      await sweepLostJobs(db, services.log);
      const { rows } = await sql<{ attempt: number }>`select attempt from jobs where id = ${jobId}`.execute(
        db,
      );
      return rows[0]?.attempt;
    })
    .toBeGreaterThan(1);
}
