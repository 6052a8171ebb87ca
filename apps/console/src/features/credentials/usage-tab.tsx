// What the project's agents used: the month's budget, the days, the models, and the newest turns.
import { BarChart } from "@parley/ui/bar-chart";
import { ErrorState } from "@parley/ui/error-state";
import { RankedBars } from "@parley/ui/ranked-bars";
import { SegmentedControl } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { BudgetCard } from "./budget-card.tsx";
import { money } from "../../shared/money.ts";
import { TurnList } from "./turn-list.tsx";
import classes from "./credentials.module.css";

const usageQuery = graphql(`
  query GetLlmUsage($projectId: ID!, $days: Int!) {
    llmBudget(projectId: $projectId) {
      ...Budget
    }
    llmUsageSums(projectId: $projectId, days: $days) {
      day
      model
      solutionVersionId
      turns
      inputTokens
      outputTokens
      cost
    }
  }
`);

type Sum = ResultOf<typeof usageQuery>["llmUsageSums"][number];

export function UsageTab() {
  const { t } = useTranslation("credentials");
  const { projectId = "" } = useParams();
  const [days, setDays] = useUrlParam("days", "30");
  const { data, error, reload } = useData(
    usageQuery,
    { projectId, days: Number(days) || 30 },
    { types: ["LLMBudget"] },
  );
  if (error && !data) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return null;
  const { llmBudget: budget, llmUsageSums: sums } = data;
  return (
    <div className={classes["usage"]}>
      <BudgetCard key={budget.version} budget={budget} onSaved={reload} />
      <section className={classes["card"]} aria-label={t("usage.days")}>
        <div className={classes["cardHead"]}>
          <h2>{t("usage.days")}</h2>
          <SegmentedControl
            size="xs"
            aria-label={t("usage.range")}
            value={days}
            data={["7", "30", "90"].map((value) => ({
              value,
              label: t("usage.lastDays", { count: Number(value) }),
            }))}
            onChange={setDays}
          />
        </div>
        <CostOfDays sums={sums} days={Number(days) || 30} currency={budget.currency} />
      </section>
      <section className={classes["card"]} aria-label={t("usage.models")}>
        <h2>{t("usage.models")}</h2>
        <RankedBars
          title={t("usage.models")}
          bars={byModel(sums, t("usage.noModel")).map(({ model, turns, tokens, cost }) => ({
            id: model,
            label: t("usage.modelLine", {
              model,
              count: turns,
              tokens: tokens.toLocaleString(),
              cost: money(cost, budget.currency),
            }),
            value: turns,
          }))}
          format={(value) => t("usage.turns", { count: value })}
          empty={t("usage.nothing")}
        />
      </section>
      <TurnList currency={budget.currency} />
    </div>
  );
}

function CostOfDays({ sums, days, currency }: { sums: readonly Sum[]; days: number; currency: string }) {
  const { t } = useTranslation("credentials");
  const names = useMemo(() => lastDays(days), [days]);
  const hasCost = sums.some((sum) => sum.cost > 0);
  const values = names.map((day) =>
    sums.filter((sum) => sum.day === day).reduce((total, sum) => total + (hasCost ? sum.cost : sum.turns), 0),
  );
  return (
    <BarChart
      title={hasCost ? t("usage.costPerDay") : t("usage.turnsPerDay")}
      pointLabel={t("usage.day")}
      points={names.map((day) => ({ label: day.slice(5), name: day }))}
      series={[
        {
          id: "value",
          label: hasCost ? t("usage.cost") : t("usage.turnsTitle"),
          tone: "teal",
          values,
        },
      ]}
      format={hasCost ? (value) => money(value, currency) : (value) => value.toLocaleString()}
      height={180}
      empty={t("usage.nothing")}
    />
  );
}

function byModel(sums: readonly Sum[], noModel: string) {
  return [...Map.groupBy(sums, (sum) => sum.model || noModel)]
    .map(([model, rows]) => ({
      model,
      turns: rows.reduce((total, row) => total + row.turns, 0),
      tokens: rows.reduce((total, row) => total + row.inputTokens + row.outputTokens, 0),
      cost: rows.reduce((total, row) => total + row.cost, 0),
    }))
    .toSorted((a, b) => b.turns - a.turns);
}

function lastDays(count: number): string[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
