// The flow of a version as a list one can read: what each node says, when it is reached and where it leads.
import { intentNameOf } from "@parley/bot-data/files";
import type { VersionData } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { Button, Group } from "@mantine/core";
import { entriesOf, intentReferences, parseFlowText } from "@parley/flow";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { attempt } from "./attempt.ts";
import { firstFlow, withIntentNode, withMessage } from "./flow-drafts.ts";
import { FlowNodeRow } from "./flow-node-row.tsx";
import { placeUrl } from "./file-place.ts";
import { useDrawingUrl } from "./use-drawing-url.ts";
import { useFileChanges, useVersionFile } from "./version-files.ts";
import classes from "./bots.module.css";

const path = "flow.json";

type Props = { version: VersionData; wanted: string };

export function FlowTab({ version, wanted }: Props) {
  const { t } = useTranslation("bots");
  const isThere = version.files.some((file) => file.filePath === path);
  const { file, error, reload } = useVersionFile(isThere ? path : undefined);
  const changes = useFileChanges();
  const drawingUrl = useDrawingUrl(version.drawing);
  const parsed = useMemo(() => (file ? parseFlowText(file.content) : undefined), [file]);
  const intents = version.files.flatMap((one) => intentNameOf(one.filePath) ?? []);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  const put = (content: string) =>
    attempt(() => changes.put([{ filePath: path, content, basedOnSha256: file?.sha256 ?? null }]));
  if (!isThere) {
    const words = {
      greeting: t("flow.greeting"),
      fallback: t("flow.fallback"),
      answer: (intent: string) => t("flow.answer", { intent }),
    };
    return (
      <EmptyState
        title={t("flow.none")}
        hint={t("flow.noneHint")}
        {...(!version.isLocked && {
          action: { label: t("flow.first"), onClick: () => void put(firstFlow(intents, words)) },
        })}
      />
    );
  }
  if (!file || !parsed) return <p className={classes["muted"]}>{t("files.loading")}</p>;
  if (!parsed.ok) {
    return (
      <EmptyState
        title={t("flow.unreadable")}
        hint={parsed.errors[0]?.message ?? ""}
        action={{ label: t("flow.asText"), href: placeUrl(path, 1) }}
      />
    );
  }
  const { flow } = parsed;
  const handled = new Set(intentReferences(flow).map((reference) => reference.intent));
  const silent = intents.filter((intent) => !handled.has(intent));
  const isReadOnly = version.isLocked || version.drawing !== null;
  const problems = version.validation.isCurrent ? version.validation.messages : [];
  return (
    <section className={classes["section"]}>
      <Group justify="space-between">
        <p className={classes["muted"]}>
          {t(drawingUrl ? "flow.drawn" : "flow.hint", { count: flow.nodes.length })}
        </p>
        <Group gap="md">
          {drawingUrl && <Link href={drawingUrl()}>{t("flow.openDrawing")}</Link>}
          <Link href={placeUrl(path, null)}>{t(isReadOnly ? "flow.readText" : "flow.asText")}</Link>
        </Group>
      </Group>
      {!isReadOnly && silent.length > 0 && (
        <Group gap="xs">
          <span className={classes["muted"]}>{t("flow.silent")}</span>
          {silent.slice(0, 8).map((intent) => (
            <Button
              key={intent}
              size="compact-sm"
              variant="default"
              onClick={() => void put(withIntentNode(file.content, intent, t("flow.answer", { intent })))}
            >
              {t("flow.add", { intent })}
            </Button>
          ))}
        </Group>
      )}
      <ul className={classes["rows"]} aria-label={t("tabs.flow")}>
        {flow.nodes.map((node) => (
          <FlowNodeRow
            key={`${node.id} ${file.sha256}`}
            node={node}
            flow={flow}
            isStart={entriesOf(flow).start === node.id}
            isWanted={node.id === wanted}
            isReadOnly={isReadOnly}
            drawingUrl={drawingUrl?.(node.id)}
            problems={problems.filter((problem) => problem.nodeId === node.id)}
            onMessage={(message) => put(withMessage(file.content, node.id, message))}
          />
        ))}
      </ul>
    </section>
  );
}
