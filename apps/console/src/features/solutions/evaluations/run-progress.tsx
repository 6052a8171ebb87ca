// A run that is under way: how far it is, and a way to stop it.
import { JobProgress } from "@parley/ui/job-progress";
import { notify } from "@parley/ui/notifications";
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useSubscription } from "urql";
import { graphql } from "../../../generated/graphql.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import { isActive, type Run, runChangedSubscription } from "./documents.ts";
import classes from "./evaluations.module.css";

const cancelMutation = graphql(`
  mutation CancelEvaluationRun($id: ID!, $projectId: ID!) {
    cancelJob(id: $id, projectId: $projectId) {
      id
      status
    }
  }
`);

type Props = { run: Run; onChanged: () => void };

export function RunProgress({ run, onChanged }: Props) {
  const { t } = useTranslation("evaluations");
  const { projectId = "" } = useParams();
  const [{ data }] = useSubscription({ query: runChangedSubscription, variables: { id: run.id } });
  const [cancel, { isBusy }] = useChange(cancelMutation);
  const now = data?.evaluationRunChanged ?? run;
  const hasEnded = !isActive(now);
  useEffect(() => {
    if (hasEnded) onChanged();
  }, [hasEnded, onChanged]);
  const done = now.passed + now.failed;
  const stop = async (jobId: string) => {
    try {
      await cancel({ id: jobId, projectId });
    } catch (error) {
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <div className={classes["progress"]}>
      <JobProgress
        label={t("runs.running", { number: now.versionNumber })}
        state={now.status === "QUEUED" ? "queued" : "running"}
        progress={now.total === 0 ? null : done / now.total}
        detail={t("runs.soFar", { done, total: now.total, failed: now.failed })}
      />
      {now.jobId && (
        <Button
          variant="default"
          size="xs"
          loading={isBusy}
          onClick={() => now.jobId && void stop(now.jobId)}
        >
          {t("runs.stop")}
        </Button>
      )}
    </div>
  );
}
