// A conversation with the version as it is, deployed or not: the real chat, the real runtime, counted nowhere.
import { filePaths } from "@parley/bot-data/files";
import type { VersionData } from "@parley/bot-data/version";
import { ErrorState } from "@parley/ui/error-state";
import { SidePanel } from "@parley/ui/side-panel";
import { Button, Skeleton } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { StartVersionTestMutation } from "../../generated/operations.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { TestFrame } from "../../shared/test-frame.tsx";
import classes from "./versions.module.css";

const startMutation = graphql(`
  mutation StartVersionTest($projectId: ID!, $versionId: ID!) {
    startVersionTest(projectId: $projectId, versionId: $versionId) {
      conversationId
      token
      url
    }
  }
`);

type Props = {
  version: VersionData;
  /** What the bot says is in its flow alone. */
  needsFlow: boolean;
  onClose: () => void;
};

export function VersionTest({ version, needsFlow, onClose }: Props) {
  const { t } = useTranslation("bots");
  const [attempt, setAttempt] = useState(1);
  const again = () => setAttempt(attempt + 1);
  const hasIntents = version.files.some((file) => file.filePath.startsWith("intents/"));
  const lacksFlow = needsFlow && !version.files.some((file) => file.filePath === filePaths.flow);
  // Without a flow it does not matter what is understood.
  const isUntrained = hasIntents && !version.training.isCurrent;
  const warning = lacksFlow ? "noFlow" : isUntrained ? "untrained" : undefined;
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      width={420}
      title={t("test.title", { number: version.number })}
      subtitle={t("test.hint")}
      actions={
        <Button size="xs" variant="default" onClick={again}>
          {t("test.again")}
        </Button>
      }
    >
      {warning && <p className={classes["testWarning"]}>{t(`test.${warning}`)}</p>}
      <TestRun key={`${attempt} ${version.contentHash}`} version={version} onRetry={again} />
    </SidePanel>
  );
}

function TestRun({ version, onRetry }: { version: VersionData; onRetry: () => void }) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const [start] = useChange(startMutation);
  const [run, setRun] = useState<StartVersionTestMutation["startVersionTest"]>();
  const [error, setError] = useState<{ message: string }>();
  useEffect(() => {
    start({ projectId, versionId: version.id }).then(
      (answer) => setRun(answer.startVersionTest),
      (reason: unknown) => setError({ message: reason instanceof Error ? reason.message : String(reason) }),
    );
  }, [start, projectId, version.id]);
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  if (!run) return <Skeleton height={400} radius={6} />;
  return <TestFrame run={run} title={t("test.title", { number: version.number })} />;
}
