// Starts what is due. Several servers may tick: a row is claimed by one, and the run's key makes it once.
import { sql } from "kysely";
import { kindOptions } from "#domains/packages";
import type { Services } from "../../context.ts";
import type { AppletEngine } from "../engine/engine.ts";
import { insertRuns } from "../engine/run-store.ts";
import { parseCron } from "./cron.ts";
import { nextRun } from "./next-run.ts";

interface Due {
  readonly triggerId: string;
  readonly triggerName: string;
  readonly instanceId: string;
  readonly options: unknown;
  readonly packageJson: unknown;
  readonly timeZone: string;
  readonly nextAt: Date;
}

export async function startDue(
  services: Pick<Services, "db">,
  engine: AppletEngine,
  now = new Date(),
): Promise<number> {
  const started = await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Due>`
      select c.trigger_id as "triggerId", s.name as "triggerName", i.id as "instanceId", s.options,
        v.package_json as "packageJson", coalesce(z.identifier, 'UTC') as "timeZone", c.next_at as "nextAt"
      from applet_schedules c join applet_steps s on s.id = c.trigger_id
        join applet_instances i on i.id = s.applet_instance_id join package_versions v on v.id = s.package_version_id
        join projects p on p.id = i.project_id left join time_zones z on z.id = p.time_zone_id
      where c.next_at <= ${now} order by c.next_at limit 100 for update of c skip locked`.execute(tx);
    for (const due of rows) {
      const when = kindOptions(due.packageJson, due.options)["cron"];
      const cron = parseCron(typeof when === "string" ? when : "");
      const next = "problem" in cron ? undefined : nextRun(cron, now, due.timeZone);
      if (next)
        await tx
          .updateTable("applet_schedules")
          .set({ next_at: next })
          .where("trigger_id", "=", due.triggerId)
          .execute();
      else await tx.deleteFrom("applet_schedules").where("trigger_id", "=", due.triggerId).execute();
    }
    const runs = rows.map((due) => ({
      instanceId: due.instanceId,
      triggerId: due.triggerId,
      triggerName: due.triggerName,
      triggerKind: "schedule",
      event: { kind: "schedule", scheduledAt: due.nextAt.toISOString() },
      idempotencyKey: `schedule ${due.triggerId} ${due.nextAt.toISOString()}`,
    }));
    return runs.length > 0
      ? (await insertRuns(tx, runs, false)).filter((row) => row !== undefined).length
      : 0;
  });
  if (started > 0) engine.wake();
  return started;
}
