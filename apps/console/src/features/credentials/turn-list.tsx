// The newest turns, each with what it took.
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { money } from "../../shared/money.ts";
import classes from "./credentials.module.css";

const turnsQuery = graphql(`
  query GetLlmTurns($projectId: ID!) {
    llmUsage(projectId: $projectId, limit: 50) {
      id
      source
      provider
      model
      inputTokens
      outputTokens
      cost
      ms
      isIncomplete
      failure
      createdAt
    }
  }
`);

type Turn = ResultOf<typeof turnsQuery>["llmUsage"][number];

export function TurnList({ currency }: { currency: string }) {
  const { t } = useTranslation("credentials");
  const { projectId = "" } = useParams();
  const { data, error, isLoading, reload } = useData(turnsQuery, { projectId });
  const columns = useMemo(() => columnsIn(t, currency), [t, currency]);
  return (
    <section aria-label={t("usage.newest")}>
      <h2 className={classes["heading"]}>{t("usage.newest")}</h2>
      <DataTable
        label={t("usage.newest")}
        storageKey="llm-turns"
        columns={columns}
        rows={data?.llmUsage}
        getRowId={(turn) => turn.id}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        hasSearch={false}
        fillsPage={false}
        empty={<p className={classes["muted"]}>{t("usage.nothing")}</p>}
      />
    </section>
  );
}

function columnsIn(t: TFunction<"credentials">, currency: string): Column<Turn>[] {
  return [
    {
      id: "when",
      header: t("usage.when"),
      isAlwaysShown: true,
      width: "140px",
      value: (turn) => Date.parse(turn.createdAt),
      cell: (turn) => <RelativeTime at={turn.createdAt} />,
    },
    {
      id: "source",
      header: t("usage.source"),
      width: "110px",
      value: (turn) => turn.source,
      cell: (turn) => t(`usage.sources.${turn.source}`),
    },
    {
      id: "model",
      header: t("model"),
      value: (turn) => turn.model,
      cell: (turn) => turn.model || turn.provider || "–",
    },
    {
      id: "tokens",
      header: t("usage.tokens"),
      align: "right",
      width: "130px",
      value: (turn) => turn.inputTokens + turn.outputTokens,
      cell: (turn) => `${turn.inputTokens.toLocaleString()} + ${turn.outputTokens.toLocaleString()}`,
    },
    {
      id: "cost",
      header: t("usage.cost"),
      align: "right",
      width: "100px",
      value: (turn) => turn.cost,
      cell: (turn) => money(turn.cost, currency),
    },
    {
      id: "ms",
      header: t("usage.time"),
      align: "right",
      width: "100px",
      value: (turn) => turn.ms,
      cell: (turn) => `${turn.ms.toLocaleString()} ms`,
    },
    {
      id: "outcome",
      header: t("usage.outcome"),
      value: (turn) => turn.failure,
      cell: (turn) =>
        turn.isIncomplete ? (
          <StatusBadge tone="warning" label={turn.failure ?? t("usage.incomplete")} />
        ) : (
          <StatusBadge tone="good" label={t("usage.answered")} />
        ),
    },
  ];
}
