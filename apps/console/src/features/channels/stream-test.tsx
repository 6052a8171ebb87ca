// A test run: the real chat, talking to the real bots of the stream, outside history and analytics.
import { ErrorState } from "@parley/ui/error-state";
import { SidePanel } from "@parley/ui/side-panel";
import { Button, Skeleton } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StartStreamTestMutation } from "../../generated/operations.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { TestFrame } from "../../shared/test-frame.tsx";
import type { Channel, Stream } from "./compare.ts";
import { useCustomerPlace } from "./environment.ts";
import { HandsOverWarning } from "./hands-over-warning.tsx";
import { startStreamTest } from "./stream-documents.ts";

type Run = StartStreamTestMutation["startStreamTest"];
type Props = { channel: Channel; stream: Stream; onClose: () => void };

export function StreamTest({ channel, stream, onClose }: Props) {
  const { t } = useTranslation("channels");
  const [attempt, setAttempt] = useState(1);
  const again = () => setAttempt(attempt + 1);
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      width={420}
      title={t("test.title", { name: stream.name })}
      subtitle={t("test.hint")}
      actions={
        <Button size="xs" variant="default" onClick={again}>
          {t("test.again")}
        </Button>
      }
    >
      <HandsOverWarning channel={channel} stream={stream} />
      <TestRun key={attempt} channel={channel} stream={stream} onRetry={again} onClose={onClose} />
    </SidePanel>
  );
}

function TestRun({ channel, stream, onRetry, onClose }: Props & { onRetry: () => void }) {
  const { t } = useTranslation("channels");
  const { projectId } = useCustomerPlace();
  const [start] = useChange(startStreamTest);
  const [run, setRun] = useState<Run>();
  const [error, setError] = useState<{ message: string }>();
  useEffect(() => {
    start({ projectId, pypeId: channel.id, streamId: stream.id }).then(
      (answer) => setRun(answer.startStreamTest),
      (reason: unknown) => setError({ message: reason instanceof Error ? reason.message : String(reason) }),
    );
  }, [start, projectId, channel.id, stream.id]);
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  if (!run) return <Skeleton height={400} radius={6} />;
  return <TestFrame run={run} title={t("test.title", { name: stream.name })} onClose={onClose} />;
}
