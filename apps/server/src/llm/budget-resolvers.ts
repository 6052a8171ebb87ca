import { sql } from "kysely";
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Invalid } from "#platform/errors.ts";
import { page, requiredText } from "#platform/input.ts";
import { publish } from "#platform/live.ts";
import { readBudget } from "./budget.ts";
import { listPrices } from "./prices.ts";

type Queries = NonNullable<Resolvers["Query"]>;
type Mutations = NonNullable<Resolvers["Mutation"]>;

export const budgetQueries = {
  async llmPrices(_, { projectId }, ctx) {
    await requireAccess(ctx.viewer, "credential.read", { projectId });
    return listPrices(ctx.db, projectId);
  },
  async llmBudget(_, { projectId }, ctx) {
    await requireAccess(ctx.viewer, "credential.read", { projectId });
    return readBudget(ctx.db, projectId);
  },
  async llmUsage(_, { projectId, solutionVersionId, limit, offset }, ctx) {
    await requireAccess(ctx.viewer, "credential.read", { projectId });
    const at = page({ limit, offset }, { usual: 50, most: 500 });
    let query = ctx.db
      .selectFrom("llm_usage")
      .select([
        "id",
        "solution_version_id as solutionVersionId",
        "source",
        "provider",
        "model",
        "input_tokens as inputTokens",
        "output_tokens as outputTokens",
        "cost",
        "ms",
        "passages",
        "tool_calls as toolCalls",
        "is_incomplete as isIncomplete",
        "failure",
        "created_at as createdAt",
      ])
      .where("project_id", "=", projectId);
    if (solutionVersionId) query = query.where("solution_version_id", "=", solutionVersionId);
    const rows = await query
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(at.limit)
      .offset(at.offset)
      .execute();
    return rows.map((row) => ({ ...row, passages: row.passages ?? [], toolCalls: row.toolCalls ?? [] }));
  },
  async llmUsageSums(_, { projectId, days }, ctx) {
    await requireAccess(ctx.viewer, "credential.read", { projectId });
    const { rows } = await sql<{
      day: string;
      model: string;
      solutionVersionId: string | null;
      turns: number;
      inputTokens: number;
      outputTokens: number;
      cost: number;
    }>`select to_char(created_at, 'YYYY-MM-DD') as day, model, solution_version_id as "solutionVersionId",
        count(*)::int as turns, sum(input_tokens)::int as "inputTokens", sum(output_tokens)::int as "outputTokens",
        sum(cost) as cost
      from llm_usage where project_id = ${projectId}
        and created_at > now() - make_interval(days => ${Math.min(Math.max(days ?? 30, 1), 366)})
      group by 1, 2, 3 order by 1 desc, cost desc, model limit 2000`.execute(ctx.db);
    return rows;
  },
} satisfies Queries;

export const budgetMutations = {
  async setLlmPrice(_, { projectId, price }, ctx) {
    const grants = await requireAccess(ctx.viewer, "credential.edit", { projectId });
    const model = requiredText("model", price.model, "the model's name", 200);
    for (const field of ["inputPerMillion", "outputPerMillion"] as const) {
      if (!(price[field] >= 0 && price[field] < 1e6)) throw new Invalid(field, "A price is not negative.");
    }
    const updatedAt = new Date();
    const values = {
      input_per_million: price.inputPerMillion,
      output_per_million: price.outputPerMillion,
      updated_at: updatedAt,
      updated_by: ctx.viewer.userId ?? null,
    };
    await change(ctx, async (tx) => {
      await tx
        .insertInto("llm_prices")
        .values({ project_id: projectId, model, ...values })
        .onConflict((conflict) => conflict.columns(["project_id", "model"]).doUpdateSet(values))
        .execute();
      await recordAudit(tx, ctx, {
        ...grantsEntry(grants),
        action: "llm-price.set",
        objectName: model,
        message: `set the price of ${model}`,
        after: { ...price },
      });
    });
    const stored = (await listPrices(ctx.db, projectId)).find((one) => one.model === model);
    return stored ?? { ...price, model, updatedAt, isDefault: false, recordedOn: null, isUsed: false };
  },
  async deleteLlmPrice(_, { projectId, model }, ctx) {
    const grants = await requireAccess(ctx.viewer, "credential.edit", { projectId });
    await change(ctx, async (tx) => {
      await tx
        .deleteFrom("llm_prices")
        .where("project_id", "=", projectId)
        .where("model", "=", model)
        .execute();
      await recordAudit(tx, ctx, {
        ...grantsEntry(grants),
        action: "llm-price.deleted",
        objectName: model,
        message: `deleted the price of ${model}`,
      });
    });
    return model;
  },
  async setLlmBudget(_, { projectId, budget }, ctx) {
    const grants = await requireAccess(ctx.viewer, "credential.edit", { projectId });
    const before = await readBudget(ctx.db, projectId);
    if (budget.monthlyLimit != null && !(budget.monthlyLimit >= 0 && budget.monthlyLimit < 1e8))
      throw new Invalid("monthlyLimit", "A limit is not negative.");
    if (budget.alertShare != null && !(budget.alertShare > 0 && budget.alertShare <= 1))
      throw new Invalid("alertShare", "The alert is at a share above 0 and at most 1.");
    if (budget.currency != null && !/^[A-Z]{3}$/.test(budget.currency))
      throw new Invalid("currency", "A currency is written like USD or EUR.");
    if (budget.version != null && budget.version !== before.version)
      throw new Conflict("Somebody changed the budget after you opened it. Reload to see the new values.");
    const values = {
      monthly_limit: budget.monthlyLimit === undefined ? before.monthlyLimit : budget.monthlyLimit,
      alert_share: budget.alertShare ?? before.alertShare,
      has_hard_stop: budget.hasHardStop ?? before.hasHardStop,
      currency: budget.currency ?? before.currency,
      // With another limit both mails are due again.
      alerted_month: null,
      stopped_month: null,
      version: before.version + 1,
      updated_at: new Date(),
      updated_by: ctx.viewer.userId ?? null,
    };
    await change(ctx, async (tx) => {
      await tx
        .insertInto("llm_budgets")
        .values({ project_id: projectId, ...values })
        .onConflict((conflict) => conflict.column("project_id").doUpdateSet(values))
        .execute();
      await publish(tx, "llm-budget", { projectId });
      await recordAudit(tx, ctx, {
        ...grantsEntry(grants),
        action: "llm-budget.set",
        message: "changed the budget for language models",
        before: { monthlyLimit: before.monthlyLimit, hasHardStop: before.hasHardStop },
        after: { monthlyLimit: values.monthly_limit, hasHardStop: values.has_hard_stop },
      });
    });
    return readBudget(ctx.db, projectId);
  },
} satisfies Mutations;

function grantsEntry(grants: { accountId: string; projectId: string }) {
  return {
    accountId: grants.accountId,
    projectId: grants.projectId,
    product: "pro_studio",
    objectType: "llm-budget",
    objectId: grants.projectId,
  } as const;
}
