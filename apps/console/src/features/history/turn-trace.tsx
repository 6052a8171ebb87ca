// What happened inside a turn, folded away until someone wants to know, and what can be done about it.
import type { TranscriptData, TranscriptTurn } from "@parley/bot-data/transcript";
import { Link } from "@parley/ui/link";
import { StatusBadge } from "@parley/ui/status-badge";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths, urlTo } from "../../shared/urls.ts";
import type { HistoryPlace } from "./place.ts";
import { TurnActions } from "./turn-actions.tsx";
import parts from "./parts.module.css";
import classes from "./turn-trace.module.css";

type Props = { place: HistoryPlace; conversation: TranscriptData; turn: TranscriptTurn };

export function TurnTrace({ place, conversation, turn }: Props) {
  const { t } = useTranslation("history");
  return (
    <details className={classes["trace"]} id={`turn-${turn.turn}`}>
      <summary>
        <span className={classes["traceLine"]}>
          {summaryOf(t, turn)}
          {turn.isLowConfidence && <StatusBadge tone="warning" label={t("flag.LOW_CONFIDENCE")} />}
          {turn.isFallback && <StatusBadge tone="neutral" label={t("flag.FALLBACK")} />}
          {turn.error && <StatusBadge tone="bad" label={t("flag.ERROR")} />}
        </span>
      </summary>
      <div className={classes["traceBody"]}>
        <dl className={classes["terms"]}>
          {turn.intentScore !== null && (
            <Term name={t("trace.intent")}>
              {turn.intent ?? t("trace.noIntent")} (
              {t("trace.score", { score: Math.round(turn.intentScore * 100) })})
            </Term>
          )}
          {turn.entities.length > 0 && (
            <Term name={t("trace.entities")}>
              {turn.entities.map(({ name, value }) => `${name}: ${value}`).join(", ")}
            </Term>
          )}
          {turn.nodes.length > 0 && (
            <Term name={t("trace.nodes")}>
              <Nodes place={place} conversation={conversation} turn={turn} />
            </Term>
          )}
          {turn.effects.map((effect, index) => (
            <Term key={`${index} ${effect.type}`} name={t(`effect.${effect.type}`, effect.type)}>
              {[
                effect.name,
                effect.model,
                t("trace.ms", { count: effect.ms }),
                effect.attempts > 1 && t("trace.attempts", { count: effect.attempts }),
                effect.inputTokens + effect.outputTokens > 0 &&
                  t("trace.tokens", { input: effect.inputTokens, output: effect.outputTokens }),
                effect.error,
              ]
                .filter(Boolean)
                .join(" · ")}
            </Term>
          ))}
          {turn.sources.length > 0 && (
            <Term name={t("trace.sources")}>
              <ul className={parts["plainList"]}>
                {turn.sources.map((source, index) => (
                  <li key={`${index} ${source.title}`} title={source.passage}>
                    {source.title}
                  </li>
                ))}
              </ul>
            </Term>
          )}
          {turn.inputTokens + turn.outputTokens > 0 && (
            <Term name={t("trace.model")}>
              {[
                turn.model,
                t("trace.tokens", { input: turn.inputTokens, output: turn.outputTokens }),
                t("panel.cost", { cost: turn.cost.toFixed(4) }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </Term>
          )}
          <Term name={t("trace.time")}>{t("trace.ms", { count: turn.ms })}</Term>
          {turn.error && <Term name={t("trace.error")}>{turn.error}</Term>}
        </dl>
        <TurnActions place={place} conversation={conversation} turn={turn} />
      </div>
    </details>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Each leads to the node in the version that ran. */
function Nodes({ place, conversation, turn }: Props) {
  return (
    <ol className={classes["nodes"]}>
      {turn.nodes.map((node, index) => {
        const href = conversation.can.readBot && node.nodeId !== "" && nodeUrl(place, conversation, node);
        return (
          <li key={`${index} ${node.nodeId}`}>
            {href ? <Link href={href}>{node.title}</Link> : node.title || node.type}
            {node.note && <span className={parts["muted"]}> {node.note}</span>}
          </li>
        );
      })}
    </ol>
  );
}

function nodeUrl(
  { orgId, projectId }: HistoryPlace,
  { customerId }: TranscriptData,
  { place, nodeId }: TranscriptTurn["nodes"][number],
): string | undefined {
  if (!place) return undefined;
  const { botId, versionId, solutionId, solutionVersionId } = place;
  const node = encodeURIComponent(nodeId);
  if (solutionId && solutionVersionId) {
    return `${urlTo(paths.flow, { orgId, projectId, solutionId, solutionVersionId })}?node=${node}`;
  }
  const version = urlTo(paths.botVersion, { orgId, projectId, customerId, botId, versionId });
  return `${version}?tab=files&file=flow.json&node=${node}`;
}

function summaryOf(t: TFunction<"history">, turn: TranscriptTurn): string {
  return [
    turn.intent ?? (turn.kind === "visitor" ? undefined : t(`kind.${turn.kind}`, turn.kind)),
    turn.nodes
      .map((node) => node.title)
      .filter(Boolean)
      .slice(0, 3)
      .join(" › "),
    t("trace.ms", { count: turn.ms }),
  ]
    .filter(Boolean)
    .join(" · ");
}
