// Tells people about failed runs: one notice per project and digest time, with everything since the last.
import { type RawBuilder, sql } from "kysely";
import { failureDigestMail } from "#platform/mail/templates.ts";
import type { Services } from "../context.ts";

interface DueNotice {
  readonly projectId: string;
  readonly projectName: string;
  readonly emails: string[];
  readonly webhookUrl: string | null;
  readonly since: Date;
}

interface Failure {
  readonly what: string;
  readonly times: number;
  readonly last: Date;
}

const mostKinds = 100;

export async function sendNotices(services: Services): Promise<number> {
  // Claimed by moving the time: two servers do not send the same notice. The second waits for the first and then
  // looks at its own row again, and only at that: so the time it saw is asked of that row.
  const { rows } = await sql<DueNotice>`
    update applet_notice_settings n set last_sent_at = now()
    from applet_notice_settings old join projects p on p.id = old.project_id
    where old.project_id = n.project_id and n.last_sent_at = old.last_sent_at
      and old.last_sent_at <= now() - make_interval(mins => old.digest_minutes)
      and (cardinality(old.emails) > 0 or old.webhook_url is not null)
      and exists (select 1 from applet_runs r where ${failedIn(sql`n.project_id`, sql`old.last_sent_at`)})
    returning n.project_id as "projectId", p.name as "projectName", n.emails, n.webhook_url as "webhookUrl",
      old.last_sent_at as since`.execute(services.db);
  for (const notice of rows) {
    await send(services, notice).catch((error: unknown) =>
      services.log.warn(
        { error, projectId: notice.projectId },
        "a notice about failed applets could not be sent",
      ),
    );
  }
  return rows.length;
}

/**
 * Found by the index of the run log, whose ids are in the order of time: a run ends at most a day after it began.
 */
const failedIn = (projectId: RawBuilder<unknown>, since: RawBuilder<unknown>) => sql`
  r.project_environment_config_id in (select id from project_environment_configs where project_id = ${projectId})
  and r.id >= (lpad(to_hex((extract(epoch from ${since} - interval '1 day') * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid
  and r.status = 'FAILED' and r.finished_at > ${since}`;

async function send(services: Services, notice: DueNotice): Promise<void> {
  const { rows: failures } = await sql<Failure>`
    select instance_name || ': ' || coalesce(error, 'failed') as what, count(*)::int as times, max(finished_at) as last
    from applet_runs r where ${failedIn(sql`${notice.projectId}::uuid`, sql`${notice.since}::timestamptz`)}
    group by 1 order by 2 desc, 1 limit ${mostKinds}`.execute(services.db);
  if (failures.length === 0) return;
  const link = `${services.config.urls.console}/projects/${notice.projectId}`;
  const mail = failureDigestMail({ organisation: notice.projectName, since: notice.since, failures, link });
  for (const email of notice.emails) await services.mailer.send(email, mail);
  if (notice.webhookUrl === null) return;
  await services.outgoing.fetch(notice.webhookUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      projectId: notice.projectId,
      project: notice.projectName,
      since: notice.since,
      failures,
      link,
    }),
    redirect: "error",
    timeoutMs: 10_000,
  });
}
