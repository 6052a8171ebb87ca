// Two runs case by case: what broke first, then what was mended.
import { WordDiff } from "@parley/ui/diff-view";
import { ErrorState } from "@parley/ui/error-state";
import { StatusBadge } from "@parley/ui/status-badge";
import type { Tone } from "@parley/ui/status-badge";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { graphql } from "../../../generated/graphql.ts";
import { useData } from "../../../lib/graphql/use-data.ts";
import type { Run } from "./documents.ts";
import { RunOutcome } from "./run-outcome.tsx";
import classes from "./evaluations.module.css";

const compareQuery = graphql(`
  query CompareEvaluationRuns($beforeId: ID!, $afterId: ID!) {
    compareEvaluationRuns(beforeId: $beforeId, afterId: $afterId) {
      input
      expectation
      expected
      change
      before {
        caseId
        answer
        passed
        reason
      }
      after {
        caseId
        answer
        passed
        reason
      }
    }
  }
`);

const tones: Readonly<Record<string, Tone>> = {
  BROKEN: "bad",
  FIXED: "good",
  ADDED: "info",
  REMOVED: "neutral",
  SAME: "neutral",
};

type Props = { before: Run; after: Run; onClose: () => void };

export function RunComparison({ before, after, onClose }: Props) {
  const { t } = useTranslation("evaluations");
  const { data, error, reload } = useData(compareQuery, { beforeId: before.id, afterId: after.id });
  const rows = data?.compareEvaluationRuns ?? [];
  const count = (change: string) => rows.filter((row) => row.change === change).length;
  return (
    <section className={classes["comparison"]} aria-label={t("compare.title")}>
      <div className={classes["comparisonHead"]}>
        <h2 className={classes["heading"]}>{t("compare.title")}</h2>
        <RunOutcome run={before} />
        <span aria-hidden>→</span>
        <RunOutcome run={after} />
        <Button size="xs" variant="default" ml="auto" onClick={onClose}>
          {t("compare.close")}
        </Button>
      </div>
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      {data && (
        <p className={classes["muted"]}>
          {t("compare.summary", { broken: count("BROKEN"), fixed: count("FIXED"), same: count("SAME") })}
        </p>
      )}
      <ol className={classes["results"]}>
        {rows.map((row) => (
          <li key={row.after?.caseId ?? row.before?.caseId} className={classes["result"]}>
            <div className={classes["resultHead"]}>
              <StatusBadge
                tone={tones[row.change] ?? "neutral"}
                label={
                  row.change === "SAME"
                    ? t(row.after?.passed ? "compare.stillPasses" : "compare.stillFails")
                    : t(`compare.${row.change}`)
                }
              />
              <strong>{row.input}</strong>
            </div>
            <p className={classes["muted"]}>
              {t(`expectation.${row.expectation}`)} <q className={classes["expected"]}>{row.expected}</q>
            </p>
            <div className={classes["answer"]}>
              <WordDiff before={row.before?.answer ?? ""} after={row.after?.answer ?? ""} />
            </div>
            {row.after && !row.after.passed && <p className={classes["reason"]}>{row.after.reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
