// Validate, train with progress that can be left, deploy with what speaks against it.
import type { BotRights } from "@parley/bot-data/bot";
import type { VersionData } from "@parley/bot-data/version";
import { JobProgress } from "@parley/ui/job-progress";
import { Button, Group, Menu, Stack } from "@mantine/core";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useSubscription } from "urql";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { attempt } from "./attempt.ts";
import { useExports } from "./use-exports.ts";
import classes from "./versions.module.css";

const validateMutation = graphql(`
  mutation ValidateVersion($versionId: ID!, $projectId: ID!) {
    validateVersion(versionId: $versionId, projectId: $projectId) {
      data
      messages
    }
  }
`);

const trainMutation = graphql(`
  mutation PutVersionTrain($versionId: ID!, $projectId: ID!) {
    putVersionTrain(versionId: $versionId, projectId: $projectId) {
      data
    }
  }
`);

const cancelMutation = graphql(`
  mutation CancelTraining($projectId: ID!, $id: ID!) {
    cancelJob(projectId: $projectId, id: $id) {
      id
      status
    }
  }
`);

const jobSubscription = graphql(`
  subscription TrainingJob($projectId: ID!, $id: ID!) {
    job(projectId: $projectId, id: $id) {
      id
      status
      progress
      message
    }
  }
`);

const DeployDialog = lazy(() => import("./deploy-dialog.tsx").then((it) => ({ default: it.DeployDialog })));

const VersionTest = lazy(() => import("./version-test.tsx").then((it) => ({ default: it.VersionTest })));

type Props = {
  version: VersionData;
  can: BotRights;
  needsFlow: boolean;
  onChanged: () => void;
  onProblems: () => void;
};

export function VersionActions({ version, can, needsFlow, onChanged, onProblems }: Props) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const [validate, validating] = useChange(validateMutation);
  const [train, training] = useChange(trainMutation);
  const [target, setTarget] = useState<"Sandbox" | "Live">();
  const [isTesting, setIsTesting] = useState(false);
  const exports = useExports(version.id);
  const isTraining = version.training.status === "QUEUED" || version.training.status === "RUNNING";

  return (
    <Stack gap="xs" className={classes["actions"] ?? ""}>
      <Group gap="xs">
        <Button variant="default" onClick={() => void exports.version()}>
          {t("versions.export")}
        </Button>
        {can.edit && (
          <Button variant="default" onClick={() => setIsTesting(true)}>
            {t("test.action")}
          </Button>
        )}
        {can.edit && (
          <Button
            variant="default"
            loading={validating.isBusy}
            onClick={() =>
              void attempt(async () => {
                await validate({ versionId: version.id, projectId });
                onProblems();
              })
            }
          >
            {t("check.action")}
          </Button>
        )}
        {can.edit && (
          <Button
            variant="default"
            loading={training.isBusy}
            disabled={isTraining}
            onClick={() => void attempt(() => train({ versionId: version.id, projectId }))}
          >
            {t("train.action")}
          </Button>
        )}
        {can.deploy && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button>{t("deploy.action")}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setTarget("Sandbox")}>
                {t("deploy.to", { environment: "Sandbox" })}
              </Menu.Item>
              <Menu.Item onClick={() => setTarget("Live")}>
                {t("deploy.to", { environment: "Live" })}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {version.training.jobId && isTraining && <Training jobId={version.training.jobId} onDone={onChanged} />}
      {target && (
        <Suspense>
          <DeployDialog
            version={version}
            environment={target}
            canForce={can.forceDeploy}
            onClose={() => setTarget(undefined)}
            onDone={onChanged}
          />
        </Suspense>
      )}
      {isTesting && (
        <Suspense>
          <VersionTest version={version} needsFlow={needsFlow} onClose={() => setIsTesting(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

const states = {
  QUEUED: "queued",
  RUNNING: "running",
  SUCCEEDED: "succeeded",
  FAILED: "failed",
  CANCELLED: "failed",
} as const;

function Training({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const [{ data }] = useSubscription({ query: jobSubscription, variables: { projectId, id: jobId } });
  const [cancel] = useChange(cancelMutation);
  const job = data?.job;
  const isOver = job !== undefined && job.status !== "QUEUED" && job.status !== "RUNNING";
  useEffect(() => {
    if (isOver) onDone();
  }, [isOver, onDone]);
  return (
    <Group gap="xs" w={360} wrap="nowrap">
      <div style={{ flex: 1 }}>
        <JobProgress
          label={t("train.running")}
          state={job ? states[job.status] : "queued"}
          progress={job?.progress}
          detail={job?.message}
        />
      </div>
      <Button size="xs" variant="default" onClick={() => void cancel({ projectId, id: jobId })}>
        {t("train.cancel")}
      </Button>
    </Group>
  );
}
