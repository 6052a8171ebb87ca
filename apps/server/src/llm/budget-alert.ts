// Mails about a project's budget: once a month when the alert's share is reached, once when the limit is.
import { sql } from "kysely";
import { holdersOf } from "#access/viewer.ts";
import type { Database, Db } from "#platform/database.ts";
import { addJob, type RunningJob } from "#platform/jobs.ts";
import { publish } from "#platform/live.ts";
import { budgetMail } from "#platform/mail/templates.ts";
import type { Services } from "../context.ts";
import { readBudget } from "./budget.ts";

const mostRecipients = 50;

export async function raiseAlerts(db: Database, projectId: string, spent: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isOver: boolean }>`
      update llm_budgets set alerted_month = this.month,
        stopped_month = case when ${spent} >= monthly_limit then this.month else stopped_month end
      from (select date_trunc('month', now())::date as month) this
      where project_id = ${projectId} and ((${spent} >= monthly_limit * alert_share and alerted_month is distinct from this.month)
        or (${spent} >= monthly_limit and stopped_month is distinct from this.month))
      returning ${spent} >= monthly_limit as "isOver"`.execute(tx);
    if (!rows[0]) return;
    await publish(tx, "llm-budget", { projectId });
    await addJob(tx, {
      kind: "llm-budget-mail",
      projectId,
      payload: { projectId, spent, isOver: rows[0].isOver },
    });
  });
}

/** To those of the organisation who may change the budget. */
export async function mailAboutBudget(services: Services, job: RunningJob): Promise<Record<string, unknown>> {
  const { db, mailer, config } = services;
  const projectId = String(job.payload["projectId"]);
  const project = await db
    .selectFrom("projects")
    .select(["name", "account_id"])
    .where("id", "=", projectId)
    .executeTakeFirst();
  const budget = await readBudget(db, projectId);
  if (!project || budget.monthlyLimit === null) return { sent: 0 };
  const mail = budgetMail({
    project: project.name,
    spent: Number(job.payload["spent"]),
    limit: budget.monthlyLimit,
    currency: budget.currency,
    isStopped: job.payload["isOver"] === true && budget.hasHardStop,
    link: `${config.urls.console}/organization/${project.account_id}/projects/${projectId}/credentials?tab=usage`,
  });
  const addresses = await recipients(db, projectId, project.account_id);
  for (const address of addresses) await mailer.send(address, mail);
  return { sent: addresses.length };
}

async function recipients(db: Db, projectId: string, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select u.user_name as address from account_users m join users u on u.id = m.user_id
    where m.account_id = ${accountId} and u.status = 'ACTIVE'
      and (select g.held::text[] && ${holdersOf("credential.edit")}::text[] from held_in_project(u.id, ${projectId}) g)
    order by u.user_name limit ${mostRecipients}`.execute(db);
  return rows.map((row) => row.address);
}
