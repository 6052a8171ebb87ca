// What happens to history by itself: changes are folded in, and conversations leave when their time is over.
import { sql } from "kysely";
import { addJob, type RunningJob } from "#platform/jobs.ts";
import type { Services } from "../context.ts";
import { foldChanges } from "./fold.ts";
import { isPastRetention } from "./settings.ts";
import { removeContent, removeConversations } from "./remove.ts";

const foldEveryMs = 3_000;
const retentionEveryMs = 10 * 60_000;
const exportsKept = "7 days";

export interface HistoryUpkeep {
  stop(): Promise<void>;
}

export function startHistoryUpkeep(services: Services): HistoryUpkeep {
  const running = new Set<Promise<unknown>>();
  const safely = (work: () => Promise<unknown>, what: string) => () => {
    // One round at a time: a slow one must not pile up behind itself.
    if (running.size > 1) return;
    const round = work()
      .catch((error: unknown) => services.log.warn({ error }, `${what}, will retry`))
      .finally(() => running.delete(round));
    running.add(round);
  };
  const timers = [
    setInterval(
      safely(() => foldChanges(services.db, 20), "could not fold changes into the history"),
      foldEveryMs,
    ),
    setInterval(
      safely(() => queueRetention(services), "could not look for conversations whose time is over"),
      retentionEveryMs,
    ),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}

/** One job a day for each project that removes old conversations; every server may ask, one is queued. */
export async function queueRetention(services: Pick<Services, "db">): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ project_id: string; account_id: string }>`
      update history_settings s set swept_at = now() from projects p
      where p.id = s.project_id and s.retention_days is not null
        and (s.swept_at is null or s.swept_at < now() - interval '1 day')
      returning s.project_id, p.account_id`.execute(tx);
    for (const row of rows) {
      await addJob(tx, {
        kind: "history-retention",
        accountId: row.account_id,
        projectId: row.project_id,
        objectId: row.project_id,
      });
    }
  });
  await removeOldExports(services);
}

async function removeOldExports({ db }: Pick<Services, "db">): Promise<void> {
  // The bytes go with the next sweep of content that no row names.
  await sql`delete from files where id in (select file_id from history_exports
    where created_at < now() - ${exportsKept}::interval)`.execute(db);
}

export async function removeExpired(services: Services, job: RunningJob): Promise<{ removed: number }> {
  const { rows } = await sql<{ project_id: string; retention_days: number }>`
    select s.project_id, s.retention_days from history_settings s join jobs j on j.project_id = s.project_id
    where j.id = ${job.id} and s.retention_days is not null`.execute(services.db);
  const settings = rows[0];
  let removed = 0;
  while (settings && !job.signal.aborted) {
    const batch = await job.commit(async (tx) => {
      const due = await sql<{ id: string }>`
        select id from conversations where ${isPastRetention(settings.project_id, settings.retention_days)}
        limit 500`.execute(tx);
      return removeConversations(
        tx,
        due.rows.map((row) => row.id),
      );
    });
    await removeContent(services, batch);
    removed += batch.count;
    if (batch.count === 0) break;
    await job.progress(0.5, `Removed ${removed} conversations`);
  }
  return { removed };
}
