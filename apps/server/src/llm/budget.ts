// A project's budget for the month, and whether it may still spend.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export interface Budget {
  readonly projectId: string;
  readonly monthlyLimit: number | null;
  readonly alertShare: number;
  readonly hasHardStop: boolean;
  readonly currency: string;
  readonly spentThisMonth: number;
  readonly turnsThisMonth: number;
  readonly isAlerted: boolean;
  readonly isStopped: boolean;
  readonly version: number;
}

export async function readBudget(db: Db, projectId: string): Promise<Budget> {
  const { rows } = await sql<Budget>`
    select ${projectId} as "projectId", b.monthly_limit as "monthlyLimit", coalesce(b.alert_share, 0.8) as "alertShare",
      coalesce(b.has_hard_stop, true) as "hasHardStop", coalesce(b.currency, 'USD') as currency,
      coalesce(s.cost, 0) as "spentThisMonth", coalesce(s.turns, 0) as "turnsThisMonth",
      coalesce(s.cost >= b.monthly_limit * b.alert_share, false) as "isAlerted",
      coalesce(b.has_hard_stop and s.cost >= b.monthly_limit, false) as "isStopped", coalesce(b.version, 0) as version
    from (select 1) one
      left join llm_budgets b on b.project_id = ${projectId}
      left join llm_spend s on s.project_id = ${projectId} and s.month = date_trunc('month', now())::date`.execute(
    db,
  );
  const budget = rows[0];
  if (!budget) throw new Error("The budget query answers one row.");
  return budget;
}

/** True when a model may be asked; the built-in provider costs nothing and always may. */
export async function maySpend(db: Db, projectId: string): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`
    select exists (select 1 from llm_budgets b join llm_spend s on s.project_id = b.project_id
      where b.project_id = ${projectId} and s.month = date_trunc('month', now())::date
        and b.has_hard_stop and s.cost >= b.monthly_limit) as stopped`.execute(db);
  return !rows[0]?.stopped;
}
