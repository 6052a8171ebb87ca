// How well the version understands: try a sentence, cross-validation, confusions, conflicts, earlier trainings.
import { qualityData, type QualityData } from "@parley/bot-data/quality";
import type { VersionData } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { StatusBadge } from "@parley/ui/status-badge";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { ConfusionMatrix } from "./confusion-matrix.tsx";
import { ConfusionPhrases } from "./confusion-phrases.tsx";
import { Conflicts } from "./conflicts.tsx";
import { IntentScores } from "./intent-scores.tsx";
import { percent } from "./percent.ts";
import { TrainingHistory } from "./training-history.tsx";
import { TryUtterance } from "./try-utterance.tsx";
import classes from "./bots.module.css";
import qualityClasses from "./quality.module.css";

const qualityQuery = graphql(`
  query GetVersionQuality($versionId: ID!, $projectId: ID!) {
    getVersionQuality(versionId: $versionId, projectId: $projectId) {
      data
    }
  }
`);

export function QualityTab({ version }: { version: VersionData }) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const { data, error, reload } = useData(
    qualityQuery,
    { versionId: version.id, projectId },
    { types: ["DataResult", "DataResultWithMessages"] },
  );
  const quality = useMemo(
    () => (data?.getVersionQuality.data ? qualityData.parse(data.getVersionQuality.data) : undefined),
    [data],
  );
  const [cell, setCell] = useState<{ expected: string; predicted: string }>();
  if (error) return <ErrorState error={error} onRetry={reload} />;
  const report = quality?.report;
  const names = report?.intents.map((intent) => intent.name) ?? [];
  const open = report?.confusions.find(
    (one) => one.expected === cell?.expected && one.predicted === cell.predicted,
  );
  return (
    <>
      {version.training.isCurrent && <TryUtterance version={version} />}
      {data && !quality && <EmptyState title={t("quality.train")} hint={t("quality.trainHint")} />}
      {report && (
        <>
          <section className={classes["section"]} aria-labelledby="quality-folds">
            <h2 className={classes["heading"]} id="quality-folds">
              {t("quality.folds", { folds: report.folds })}
            </h2>
            {!version.training.isCurrent && (
              <div>
                <StatusBadge tone="warning" label={t("quality.stale")} />
              </div>
            )}
            <dl className={qualityClasses["figures"]}>
              <Figure label={t("quality.accuracy")} value={percent(report.accuracy)} />
              <Figure label={t("quality.macroF1")} value={percent(report.macroF1)} />
              <Figure label={t("quality.refused")} value={percent(report.refusedShare)} />
            </dl>
            <p className={classes["muted"]}>
              {t("quality.settings", { settings: quality.summary.settings })}
            </p>
            <Embeddings quality={quality} />
          </section>
          <section className={classes["section"]} aria-labelledby="quality-matrix">
            <h2 className={classes["heading"]} id="quality-matrix">
              {t("quality.matrix")}
            </h2>
            <p className={classes["muted"]}>{t("quality.matrixHint")}</p>
            <ConfusionMatrix report={report} open={cell} onOpen={setCell} />
            {open && (
              <ConfusionPhrases
                key={`${open.expected} ${open.predicted}`}
                cell={open}
                version={version}
                intents={names}
                onClose={() => setCell(undefined)}
              />
            )}
          </section>
          <IntentScores report={report} />
          <Conflicts conflicts={report.conflicts} version={version} />
        </>
      )}
      <TrainingHistory version={version} />
    </>
  );
}

/** What the add-on gave, and whether it is missing where it is wanted. */
function Embeddings({ quality: { summary, isEncoderMissing } }: { quality: QualityData }) {
  const { t } = useTranslation("bots");
  if (!summary.embeddings) return null;
  const { isChosen, accuracyWith, accuracyWithout } = summary.embeddings;
  const figures = { with: percent(accuracyWith), without: percent(accuracyWithout) };
  return (
    <>
      <p className={classes["muted"]}>
        {isChosen ? t("quality.embeddingsUsed", figures) : t("quality.embeddingsLeft", figures)}
      </p>
      {isEncoderMissing && (
        <div>
          <StatusBadge tone="warning" label={t("quality.encoderMissing")} />
          <p className={classes["muted"]}>{t("quality.encoderMissingHint")}</p>
        </div>
      )}
    </>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
