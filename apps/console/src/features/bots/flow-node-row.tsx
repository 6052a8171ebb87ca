import type { ValidationMessage } from "@parley/bot-data/version";
import { Link } from "@parley/ui/link";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group, Textarea } from "@mantine/core";
import { type Flow, type FlowNode, nodeById, nodeTitle, nodeTypeOf, portsOf } from "@parley/flow";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./bots.module.css";
import phraseClasses from "./phrases.module.css";

type Props = {
  node: FlowNode;
  flow: Flow;
  isStart: boolean;
  /** A link led here: it is brought into view. */
  isWanted: boolean;
  isReadOnly: boolean;
  /** The node in Pro Studio, when the flow is drawn there. */
  drawingUrl: string | undefined;
  problems: readonly ValidationMessage[];
  onMessage: (message: string) => Promise<unknown>;
};

export function FlowNodeRow(props: Props) {
  const { node, flow, isStart, isWanted, isReadOnly, drawingUrl, problems, onMessage } = props;
  const { t } = useTranslation("bots");
  const [typed, setTyped] = useState<string>();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWanted) row.current?.scrollIntoView({ block: "center" });
  }, [isWanted]);
  const isDirty = typed !== undefined && typed !== node.message;
  const ports = new Map(portsOf(node).map((port) => [port.id, port.label]));
  const name = nodeTitle(node);
  return (
    <li ref={row} className={phraseClasses["flowRow"]} aria-current={isWanted || undefined}>
      <Group gap="xs">
        <strong>{name}</strong>
        <span className={classes["muted"]}>{nodeTypeOf(node).title}</span>
        {isStart && <StatusBadge tone="info" label={t("flow.start")} />}
        {node.intent === "*" && <StatusBadge tone="neutral" label={t("flow.anythingElse")} />}
        {node.intent !== "" && node.intent !== "*" && (
          <StatusBadge tone="neutral" label={t("flow.when", { intent: node.intent })} />
        )}
        {node.command !== "" && <StatusBadge tone="neutral" label={`/${node.command.replace(/^\//, "")}`} />}
      </Group>
      {isReadOnly ? (
        node.message !== "" && <p className={phraseClasses["flowWords"]}>{node.message}</p>
      ) : (
        <Group align="flex-end" wrap="nowrap" gap="xs">
          <Textarea
            aria-label={t("flow.says", { name })}
            placeholder={t("flow.saysNothing")}
            autosize
            minRows={1}
            maxRows={8}
            flex={1}
            value={typed ?? node.message}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {isDirty && (
            <Button size="xs" onClick={() => void onMessage(typed)}>
              {t("phrases.save")}
            </Button>
          )}
        </Group>
      )}
      {node.nextNodes.length > 0 && (
        <p className={classes["muted"]}>
          {node.nextNodes
            .map(({ port, target }) => {
              const to = nodeById(flow, target);
              return `${ports.get(port) ?? port} → ${to ? nodeTitle(to) : target}`;
            })
            .join(" · ")}
        </p>
      )}
      {problems.map((problem) => (
        <p key={`${problem.code} ${problem.field}`} className={classes["problem"]}>
          {problem.message} {drawingUrl && <Link href={drawingUrl}>{t("flow.mendInDrawing")}</Link>}
        </p>
      ))}
    </li>
  );
}
