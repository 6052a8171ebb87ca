// What another version would have answered, beside what was answered.
import { versionGraphEntry } from "@parley/bot-data/version";
import type { ReplayData, TranscriptData } from "@parley/bot-data/transcript";
import { replayData } from "@parley/bot-data/transcript";
import { ErrorState } from "@parley/ui/error-state";
import { StatusBadge } from "@parley/ui/status-badge";
import { NativeSelect, Skeleton } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { WithMasks } from "./marked-text.tsx";
import type { HistoryPlace } from "./place.ts";
import parts from "./parts.module.css";
import classes from "./replay-view.module.css";

const versionsQuery = graphql(`
  query VersionsToReplay($botId: ID!, $projectId: ID!) {
    getBotData(botId: $botId, projectId: $projectId) {
      versions {
        data
      }
    }
  }
`);
const replayQuery = graphql(`
  query ReplayConversation($projectId: ID!, $id: ID!, $versionId: ID!) {
    replayConversation(projectId: $projectId, id: $id, versionId: $versionId) {
      data
    }
  }
`);

type Props = { place: HistoryPlace; conversation: TranscriptData };

export function ReplayView({ place, conversation }: Props) {
  const { t } = useTranslation("history");
  const { projectId } = place;
  const [chosen, setChosen] = useUrlParam("against", "");
  const bot = useData(versionsQuery, { botId: conversation.botId ?? "", projectId });
  const versions = useMemo(
    () => (bot.data ? versionGraphEntry.array().parse(bot.data.getBotData.versions.data) : []),
    [bot.data],
  );
  const newest = versions.toSorted((a, b) => b.number - a.number);
  const versionId = newest.some((version) => version.id === chosen) ? chosen : (newest[0]?.id ?? "");
  const { data, error, reload } = useData(
    replayQuery,
    { projectId, id: conversation.id, versionId },
    { isPaused: versionId === "" },
  );
  const replay = useMemo(() => data && replayData.parse(data.replayConversation.data), [data]);
  return (
    <div className={parts["form"]}>
      <NativeSelect
        label={t("replay.version")}
        description={t("replay.hint")}
        value={versionId}
        data={newest.map((version) => ({
          value: version.id,
          label: [t("replay.number", { number: version.number }), version.label, ...version.environments]
            .filter(Boolean)
            .join(" · "),
        }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      {!error && !replay && <Skeleton height={160} />}
      {replay && <Comparison replay={replay} conversation={conversation} />}
    </div>
  );
}

function Comparison({ replay, conversation }: { replay: ReplayData; conversation: TranscriptData }) {
  const { t } = useTranslation("history");
  const kinds = new Map(conversation.turns.map(({ turn, kind }) => [turn, kind]));
  const withoutWords = (turn: number) => {
    const kind = kinds.get(turn) ?? "start";
    return kind === "start" ? t("replay.noWords") : t(`kind.${kind}`, kind);
  };
  return (
    <>
      <p role="status" className={parts["muted"]}>
        {replay.changedCount === 0
          ? t("replay.same", { count: replay.turns.length })
          : t("replay.changed", { count: replay.changedCount, total: replay.turns.length })}
      </p>
      <ol className={classes["replay"]} aria-label={t("panel.replay")}>
        {replay.turns.map((turn) => (
          <li key={turn.turn} className={classes["replayTurn"]} data-changed={turn.isSame ? undefined : true}>
            <p className={classes["replayVisitor"]} dir="auto">
              {turn.visitor ? <WithMasks text={turn.visitor} /> : withoutWords(turn.turn)}
              <StatusBadge
                tone={turn.isSame ? "good" : "warning"}
                label={t(turn.isSame ? "replay.equal" : "replay.differs")}
              />
            </p>
            <div className={classes["sides"]}>
              <Side
                title={t("replay.then", { number: replay.recordedVersionNumber ?? "?" })}
                texts={turn.recorded}
                intent={turn.recordedIntent}
                nodes={turn.recordedNodes}
              />
              <Side
                title={t("replay.number", { number: replay.versionNumber })}
                texts={turn.replayed}
                intent={turn.replayedIntent}
                nodes={turn.replayedNodes}
              />
            </div>
            {turn.remarks.map((remark) => (
              <p key={remark} className={classes["remark"]}>
                {remark}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}

type SideProps = { title: string; texts: readonly string[]; intent: string | null; nodes: readonly string[] };

function Side({ title, texts, intent, nodes }: SideProps) {
  const { t } = useTranslation("history");
  return (
    <div className={classes["side"]}>
      <p className={parts["muted"]}>{title}</p>
      {texts.length === 0 && <p className={parts["muted"]}>{t("replay.silent")}</p>}
      {texts.map((text, index) => (
        <p key={`${index} ${text}`} className={parts["text"]} dir="auto">
          <WithMasks text={text} />
        </p>
      ))}
      <p className={parts["muted"]}>{[intent, nodes.join(" › ")].filter(Boolean).join(" · ")}</p>
    </div>
  );
}
