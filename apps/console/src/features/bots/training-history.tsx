// Earlier trainings of the bot, so that one sees whether the examples get better; each with its log.
import { trainingRun, type TrainingRun } from "@parley/bot-data/quality";
import type { VersionData } from "@parley/bot-data/version";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button } from "@mantine/core";
import { Fragment, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { percent } from "./percent.ts";
import classes from "./bots.module.css";
import qualityClasses from "./quality.module.css";

const trainingsQuery = graphql(`
  query GetTrainings($projectId: ID!, $botId: ID!) {
    getTrainings(projectId: $projectId, botId: $botId) {
      data
    }
  }
`);

const tones = {
  QUEUED: "info",
  RUNNING: "info",
  SUCCEEDED: "good",
  FAILED: "bad",
  CANCELLED: "neutral",
} as const;
const isStatus = (status: string): status is keyof typeof tones => status in tones;

export function TrainingHistory({ version }: { version: VersionData }) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const { data } = useData(
    trainingsQuery,
    { projectId, botId: version.botId },
    { types: ["DataResult", "DataResultWithMessages"] },
  );
  const runs = useMemo(() => (data ? trainingRun.array().parse(data.getTrainings.data) : []), [data]);
  const [open, setOpen] = useState<string>();
  if (runs.length === 0) return null;
  return (
    <section className={classes["section"]} aria-labelledby="training-history">
      <h2 className={classes["heading"]} id="training-history">
        {t("history.title")}
      </h2>
      <div className={classes["scrollX"]}>
        <table className={qualityClasses["matrixTable"]}>
          <thead>
            <tr>
              <th scope="col">{t("version")}</th>
              <th scope="col">{t("history.status")}</th>
              <th scope="col" data-figure>
                {t("quality.examples")}
              </th>
              <th scope="col" data-figure>
                {t("quality.accuracy")}
              </th>
              <th scope="col" data-figure>
                {t("quality.macroF1")}
              </th>
              <th scope="col" data-figure>
                {t("history.took")}
              </th>
              <th scope="col">{t("history.when")}</th>
              <th scope="col">{t("history.log")}</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run, index) => (
              <Fragment key={run.jobId}>
                <tr>
                  <th scope="row">{t("deploy.version", { number: run.number })}</th>
                  <td>
                    {isStatus(run.status) && (
                      <StatusBadge tone={tones[run.status]} label={t(`history.statuses.${run.status}`)} />
                    )}
                  </td>
                  <td data-figure>{run.utterances ?? ""}</td>
                  <td data-figure>
                    {run.accuracy !== null && percent(run.accuracy)}
                    <Change now={run.accuracy} before={earlier(runs, index)} />
                  </td>
                  <td data-figure>{run.macroF1 !== null && percent(run.macroF1)}</td>
                  <td data-figure>
                    {run.seconds !== null && t("history.seconds", { seconds: run.seconds.toFixed(1) })}
                  </td>
                  <td>
                    {run.startedBy ?? t("someone")}, <RelativeTime at={run.createdAt} />
                  </td>
                  <td>
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-expanded={open === run.jobId}
                      onClick={() => setOpen(open === run.jobId ? undefined : run.jobId)}
                    >
                      {open === run.jobId ? t("history.hide") : t("history.show")}
                    </Button>
                  </td>
                </tr>
                {open === run.jobId && (
                  <tr>
                    <td colSpan={8} className={qualityClasses["log"]}>
                      {run.log.map((entry) => (
                        <div key={`${entry.at} ${entry.line}`}>
                          <time dateTime={entry.at}>{entry.at.slice(11, 19)}</time> {entry.line}
                        </div>
                      ))}
                      {run.log.length === 0 && t("history.noLog")}
                      {run.status === "FAILED" && <div>{run.message}</div>}
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The accuracy of the training before that has one. */
function earlier(runs: readonly TrainingRun[], index: number): number | null {
  return runs.slice(index + 1).find((run) => run.accuracy !== null)?.accuracy ?? null;
}

function Change({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null) return null;
  const points = (now - before) * 100;
  if (Math.abs(points) < 0.05) return null;
  return (
    <span className={classes["muted"]}>
      {" "}
      {points > 0 ? "+" : "−"}
      {Math.abs(points).toFixed(1)}
    </span>
  );
}
