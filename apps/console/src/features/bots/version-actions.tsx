// Validate, train with progress that can be left, deploy with what speaks against it.
import type { VersionData } from "@parley/bot-data/version";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { environmentColour } from "@parley/ui/environment-badge";
import { JobProgress } from "@parley/ui/job-progress";
import { notify } from "@parley/ui/notifications";
import { Button, Checkbox, Group, Menu, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useSubscription } from "urql";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { attempt } from "./attempt.ts";
import { useDeploy } from "./use-deploy.ts";
import { useExports } from "./use-exports.ts";

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

type Props = { version: VersionData; onChanged: () => void; onProblems: () => void };

export function VersionActions({ version, onChanged, onProblems }: Props) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const [validate, validating] = useChange(validateMutation);
  const [train, training] = useChange(trainMutation);
  const [target, setTarget] = useState<"Sandbox" | "Live">();
  const exports = useExports(version.id);
  const isTraining = version.training.status === "QUEUED" || version.training.status === "RUNNING";

  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={() => void exports.version()}>
          {t("versions.export")}
        </Button>
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
        <Button
          variant="default"
          loading={training.isBusy}
          disabled={isTraining}
          onClick={() => void attempt(() => train({ versionId: version.id, projectId }))}
        >
          {t("train.action")}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button>{t("deploy.action")}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setTarget("Sandbox")}>
              {t("deploy.to", { environment: "Sandbox" })}
            </Menu.Item>
            <Menu.Item onClick={() => setTarget("Live")}>{t("deploy.to", { environment: "Live" })}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {version.training.jobId && isTraining && <Training jobId={version.training.jobId} onDone={onChanged} />}
      {target && (
        <DeployDialog
          version={version}
          environment={target}
          onClose={() => setTarget(undefined)}
          onDone={onChanged}
        />
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

type DialogProps = {
  version: VersionData;
  environment: "Sandbox" | "Live";
  onClose: () => void;
  onDone: () => void;
};

function DeployDialog({ version, environment, onClose, onDone }: DialogProps) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const deploy = useDeploy(projectId);
  const [isForced, setIsForced] = useState(false);
  const colour = environmentColour[environment === "Live" ? "live" : "sandbox"];
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t("deploy.title", { number: version.number, environment })}
      confirmLabel={t("deploy.to", { environment })}
      colour={colour === "orange" ? "orange" : "teal"}
      {...(environment === "Live" && { typedName: "Live" })}
      onConfirm={async () => {
        await deploy({ versionId: version.id, environment, force: isForced });
        notify({ tone: "good", message: t("deploy.doneNotice", { number: version.number, environment }) });
        onDone();
        onClose();
      }}
    >
      <Stack gap="xs">
        <p>{t(environment === "Live" ? "deploy.liveHint" : "deploy.sandboxHint")}</p>
        <Checkbox
          label={t("deploy.force")}
          description={t("deploy.forceHint")}
          checked={isForced}
          onChange={(event) => setIsForced(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
