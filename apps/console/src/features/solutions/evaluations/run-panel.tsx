// One run: every question with its answer and why it passed or failed, while it runs and afterwards.
import { ErrorState } from "@parley/ui/error-state";
import { RelativeTime } from "@parley/ui/relative-time";
import { SidePanel } from "@parley/ui/side-panel";
import { StatusBadge } from "@parley/ui/status-badge";
import { SegmentedControl } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSubscription } from "urql";
import { graphql } from "../../../generated/graphql.ts";
import type { ResultOf } from "../../../generated/graphql.ts";
import { useData } from "../../../lib/graphql/use-data.ts";
import { money } from "../../../shared/money.ts";
import { useCurrency } from "../editor/use-currency.ts";
import { isActive, runChangedSubscription } from "./documents.ts";
import { RunBadge } from "./run-outcome.tsx";
import classes from "./evaluations.module.css";

const runQuery = graphql(`
  query GetEvaluationRun($id: ID!) {
    evaluationRun(id: $id) {
      ...EvaluationRunRow
      results {
        caseId
        position
        input
        expectation
        expected
        answer
        citations
        passed
        reason
        ms
        inputTokens
        outputTokens
        cost
      }
    }
  }
`);

type Result = ResultOf<typeof runQuery>["evaluationRun"]["results"][number];
type Props = { id: string; onClose: () => void };

export function RunPanel({ id, onClose }: Props) {
  const { t } = useTranslation("evaluations");
  const { data, error, reload } = useData(runQuery, { id });
  const stored = data?.evaluationRun.id === id ? data.evaluationRun : undefined;
  const [live] = useSubscription({
    query: runChangedSubscription,
    variables: { id },
    pause: !stored || !isActive(stored),
  });
  const done = live.data ? live.data.evaluationRunChanged.passed + live.data.evaluationRunChanged.failed : 0;
  const status = live.data?.evaluationRunChanged.status;
  useEffect(() => {
    if (status) reload();
  }, [done, status, reload]);
  const currency = useCurrency();
  const [shown, setShown] = useState<"all" | "failed">("all");
  const results = (stored?.results ?? []).filter((result) => shown === "all" || !result.passed);
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      width={560}
      title={stored ? t("runs.titleOf", { number: stored.versionNumber }) : "…"}
      subtitle={
        stored && (
          <>
            <RunBadge run={stored} /> <RelativeTime at={stored.createdAt} />
          </>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      {stored?.error && <ErrorState error={{ message: stored.error }} isInline />}
      {stored && (
        <SegmentedControl
          size="xs"
          aria-label={t("runs.show")}
          value={shown}
          data={[
            { value: "all", label: t("runs.all", { count: stored.results.length }) },
            { value: "failed", label: t("runs.failedOnly", { count: stored.failed }) },
          ]}
          onChange={(value) => setShown(value === "failed" ? "failed" : "all")}
        />
      )}
      <ol className={classes["results"]}>
        {results.map((result) => (
          <ResultItem key={result.caseId} result={result} currency={currency} />
        ))}
      </ol>
    </SidePanel>
  );
}

function ResultItem({ result, currency }: { result: Result; currency: string }) {
  const { t } = useTranslation("evaluations");
  const sources = sourcesOf(result.citations);
  return (
    <li className={classes["result"]}>
      <div className={classes["resultHead"]}>
        <StatusBadge
          tone={result.passed ? "good" : "bad"}
          label={result.passed ? t("passed") : t("failed")}
        />
        <strong>{result.input}</strong>
      </div>
      <p className={classes["muted"]}>
        {t(`expectation.${result.expectation}`)} <q className={classes["expected"]}>{result.expected}</q>
      </p>
      <p className={classes["answer"]}>{result.answer || t("noAnswer")}</p>
      {result.reason && <p className={classes["reason"]}>{result.reason}</p>}
      <p className={classes["muted"]}>
        {t("facts", {
          ms: result.ms,
          input: result.inputTokens,
          output: result.outputTokens,
          cost: money(result.cost, currency),
        })}
        {sources.length > 0 && ` · ${t("sources", { names: sources.join(", ") })}`}
      </p>
    </li>
  );
}

function sourcesOf(citations: unknown): string[] {
  if (!Array.isArray(citations)) return [];
  const titles = citations.flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "title" in one && typeof one.title === "string"
      ? [one.title]
      : [],
  );
  return [...new Set(titles)];
}
