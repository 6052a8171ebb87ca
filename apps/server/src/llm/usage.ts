// What a turn used and what it cost.
import { sql } from "kysely";
import type { Database } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { raiseAlerts } from "./budget-alert.ts";
import { knownModel } from "./known-models.ts";

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
  const known = knownModel(usage.model);
  const { rows } = await sql<{ cost: number; spent: number }>`
    with price as (
      -- The project's own price, else the shipped one, which is in dollars.
      select coalesce(p.input_per_million, d.input) as input, coalesce(p.output_per_million, d.output) as output
      from (select ${known?.inputPerMillion ?? 0}::numeric * is_dollar as input,
          ${known?.outputPerMillion ?? 0}::numeric * is_dollar as output
        from (select case when exists (select 1 from llm_budgets
          where project_id = ${usage.projectId} and currency <> 'USD') then 0 else 1 end as is_dollar) b) d
        left join llm_prices p on p.project_id = ${usage.projectId} and p.model = ${usage.model}
    ), priced as (
      select coalesce((select ${usage.inputTokens}::int * input / 1e6 + ${usage.outputTokens}::int * output / 1e6 from price),
        0)::numeric(14, 6) as cost
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
  if (row && row.cost > 0) await raiseAlerts(db, usage.projectId, row.spent);
  return row?.cost ?? 0;
}
