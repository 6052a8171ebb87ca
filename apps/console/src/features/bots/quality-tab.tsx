// How well the trained version understands: try a sentence, cross-validation, confusions that open their phrases.
import type { VersionData } from "@parley/bot-data/version";
import { intentPath, utterancesOf } from "@parley/bot-data/files";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { Button, Group, Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { qualityData, type Confusion, type QualityData } from "./quality-data.ts";
import { TryUtterance } from "./try-utterance.tsx";
import { useFileChanges, useVersionFile } from "./version-files.ts";
import classes from "./bots.module.css";

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
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!version.training.isCurrent)
    return <EmptyState title={t("quality.train")} hint={t("quality.trainHint")} />;
  return (
    <>
      <TryUtterance version={version} />
      {quality && <Report quality={quality} version={version} />}
    </>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function Report({ quality: { report, summary }, version }: { quality: QualityData; version: VersionData }) {
  const { t } = useTranslation("bots");
  const [cell, setCell] = useState<Confusion>();
  const wrong = report.confusions.filter((confusion) => confusion.expected !== confusion.predicted);
  return (
    <>
      <section className={classes["section"]}>
        <h2 className={classes["heading"]}>{t("quality.folds", { folds: report.folds })}</h2>
        <p>
          {t("quality.summary", {
            accuracy: percent(report.accuracy),
            f1: percent(report.macroF1),
            refused: percent(report.refusedShare),
          })}{" "}
          <span className={classes["muted"]}>{summary.settings}</span>
        </p>
        <table className={classes["matrixTable"]}>
          <thead>
            <tr>
              <th scope="col">{t("tabs.intents")}</th>
              <th scope="col">{t("quality.examples")}</th>
              <th scope="col">{t("quality.precision")}</th>
              <th scope="col">{t("quality.recall")}</th>
              <th scope="col">{t("quality.confused")}</th>
            </tr>
          </thead>
          <tbody>
            {report.intents.map((intent) => (
              <tr key={intent.name}>
                <th scope="row">{intent.name}</th>
                <td>{intent.utterances}</td>
                <td>{percent(intent.precision)}</td>
                <td>{percent(intent.recall)}</td>
                <td>
                  {wrong
                    .filter((confusion) => confusion.expected === intent.name)
                    .map((confusion) => (
                      <button
                        key={confusion.predicted}
                        type="button"
                        className={classes["cell"]}
                        onClick={() => setCell(confusion)}
                      >
                        {confusion.predicted} ({confusion.utterances.length})
                      </button>
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {cell && (
        <ConfusionCell
          key={`${cell.expected} ${cell.predicted}`}
          cell={cell}
          version={version}
          intents={report.intents.map((intent) => intent.name)}
        />
      )}
      {report.conflicts.length > 0 && (
        <section className={classes["section"]}>
          <h2 className={classes["heading"]}>{t("quality.conflicts")}</h2>
          <ul className={classes["messages"]}>
            {report.conflicts.slice(0, 50).map((pair) => (
              <li key={`${pair.first.text} ${pair.second.text}`} className={classes["message"]}>
                <span className={classes["grow"]}>
                  “{pair.first.text}” ({pair.first.intent}) · “{pair.second.text}” ({pair.second.intent})
                </span>
                <span className={classes["muted"]}>{percent(pair.similarity)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The phrases behind a confusion; each can be moved to where it belongs. */
function ConfusionCell({
  cell,
  version,
  intents,
}: {
  cell: Confusion;
  version: VersionData;
  intents: readonly string[];
}) {
  const { t } = useTranslation("bots");
  const [target, setTarget] = useState(cell.predicted);
  const from = useVersionFile(intentPath(cell.expected));
  const to = useVersionFile(intentPath(target));
  const changes = useFileChanges();
  const move = async (text: string) => {
    if (!from.file || !to.file) return;
    const kept = from.file.content.split("\n").filter((line) => line.trim() !== text);
    try {
      await changes.put([
        { filePath: intentPath(cell.expected), content: kept.join("\n"), basedOnSha256: from.file.sha256 },
        {
          filePath: intentPath(target),
          content: `${to.file.content.trimEnd()}\n${text}\n`,
          basedOnSha256: to.file.sha256,
        },
      ]);
      notify({ tone: "good", message: t("quality.moved", { text, intent: target }) });
    } catch (error) {
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
  };
  const present = new Set(utterancesOf(from.file?.content ?? "").map((utterance) => utterance.text));
  return (
    <section className={classes["section"]}>
      <Group>
        <h2 className={classes["heading"]}>
          {t("quality.taken", { expected: cell.expected, predicted: cell.predicted })}
        </h2>
        <Select
          aria-label={t("quality.moveTo")}
          data={intents.filter((name) => name !== cell.expected)}
          value={target}
          onChange={(value) => setTarget(value ?? cell.predicted)}
        />
      </Group>
      <ul className={classes["messages"]}>
        {cell.utterances.map((utterance) => (
          <li key={utterance.text} className={classes["message"]}>
            <span className={classes["grow"]}>{utterance.text}</span>
            <Button
              size="xs"
              variant="default"
              disabled={version.isLocked || !present.has(utterance.text)}
              onClick={() => void move(utterance.text)}
            >
              {t("quality.move", { intent: target })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
