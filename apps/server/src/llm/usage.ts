// What a turn used and what it cost, and whether the project may still spend.
import { sql } from "kysely";
import type { Database, Db } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";

export interface TurnUsage {
  readonly projectId: string;
  readonly solutionId: string | null;
  readonly solutionVersionId: string | null;
  readonly credentialId: string | null;
  readonly source: "CHAT" | "TRY" | "EVALUATION";
  readonly provider: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
  readonly passages: readonly unknown[];
  readonly toolCalls: readonly unknown[];
  readonly isIncomplete: boolean;
  readonly failure: string | null;
}

/** Answers the cost; one statement for the record and the month's sum. */
export async function recordUsage(db: Database, usage: TurnUsage): Promise<number> {
  const { rows } = await sql<{ cost: number; spent: number }>`
    with priced as (
      select coalesce((select ${usage.inputTokens}::int * input_per_million / 1e6 + ${usage.outputTokens}::int * output_per_million / 1e6
        from llm_prices where project_id = ${usage.projectId} and model = ${usage.model}), 0)::numeric(14, 6) as cost
    ), recorded as (
      insert into llm_usage (id, project_id, solution_id, solution_version_id, credential_id, source, provider, model,
        input_tokens, output_tokens, cost, ms, passages, tool_calls, is_incomplete, failure)
      select ${newId()}::uuid, ${usage.projectId}::uuid, ${usage.solutionId}::uuid, ${usage.solutionVersionId}::uuid,
        ${usage.credentialId}::uuid, ${usage.source}, ${usage.provider}, ${usage.model}, ${usage.inputTokens}::int,
        ${usage.outputTokens}::int, cost, ${Math.round(usage.ms)}::int, ${JSON.stringify(usage.passages)}::jsonb,
        ${JSON.stringify(usage.toolCalls)}::jsonb, ${usage.isIncomplete}::boolean, ${usage.failure} from priced
    )
    insert into llm_spend (project_id, month, turns, input_tokens, output_tokens, cost)
    select ${usage.projectId}::uuid, date_trunc('month', now())::date, 1, ${usage.inputTokens}::int, ${usage.outputTokens}::int, cost
    from priced
    on conflict (project_id, month) do update set turns = llm_spend.turns + 1,
      input_tokens = llm_spend.input_tokens + excluded.input_tokens,
      output_tokens = llm_spend.output_tokens + excluded.output_tokens, cost = llm_spend.cost + excluded.cost
    returning (select cost from priced) as cost, cost as spent`.execute(db);
  const row = rows[0];
  if (row && row.cost > 0) await raiseAlert(db, usage.projectId, row.spent);
  return row?.cost ?? 0;
}

/** Once a month, when the share is reached. */
async function raiseAlert(db: Database, projectId: string, spent: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`update llm_budgets set alerted_month = date_trunc('month', now())::date
      where project_id = ${projectId} and ${spent} >= monthly_limit * alert_share
        and alerted_month is distinct from date_trunc('month', now())::date
      returning project_id`.execute(tx);
    if (rows.length > 0) await publish(tx, "llm-budget", { projectId });
  });
}

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
