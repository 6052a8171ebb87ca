// One conversation beside the list: who, where, what was said, and what to do about it.
import { transcriptData } from "@parley/bot-data/transcript";
import type { TranscriptData } from "@parley/bot-data/transcript";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { CopyText } from "@parley/ui/copy-text";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Tabs, TabPanel } from "@parley/ui/tabs";
import { Button, CloseButton, Skeleton } from "@mantine/core";
import { IconEye, IconTrash } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { Annotations } from "./annotations.tsx";
import type { HistoryPlace } from "./place.ts";
import { ReplayView } from "./replay-view.tsx";
import { stateOf, toneOf } from "./result-list.tsx";
import { Transcript } from "./transcript.tsx";
import classes from "./conversation-panel.module.css";
import parts from "./parts.module.css";

const conversationQuery = graphql(`
  query HistoryConversation($projectId: ID!, $id: ID!) {
    historyConversation(projectId: $projectId, id: $id) {
      data
    }
  }
`);
const revealMutation = graphql(`
  mutation RevealConversation($projectId: ID!, $id: ID!, $reason: String) {
    revealConversation(projectId: $projectId, id: $id, reason: $reason) {
      data
    }
  }
`);
const deleteMutation = graphql(`
  mutation DeleteConversations($projectId: ID!, $ids: [ID!]!) {
    deleteConversations(projectId: $projectId, ids: $ids)
  }
`);
const deleteVisitorMutation = graphql(`
  mutation DeleteVisitorConversations($projectId: ID!, $visitorId: String!) {
    deleteVisitorConversations(projectId: $projectId, visitorId: $visitorId)
  }
`);

type Props = {
  place: HistoryPlace;
  id: string;
  search: string;
  onClose: () => void;
  onChanged: () => void;
};

export function ConversationPanel({ place, id, search, onClose, onChanged }: Props) {
  const { t } = useTranslation("history");
  const { projectId } = place;
  const { data, error, reload } = useData(conversationQuery, { projectId, id });
  const [revealed, setRevealed] = useState<TranscriptData>();
  const read = useMemo(() => data && transcriptData.parse(data.historyConversation.data), [data]);
  const conversation = revealed ?? read;
  const refresh = () => {
    setRevealed(undefined);
    reload();
    onChanged();
  };
  return (
    <article className={classes["panel"]} aria-label={t("panel.label")}>
      <div className={classes["panelHead"]}>
        <div className={parts["grow"]}>
          <h2 className={classes["panelTitle"]}>
            {conversation ? <RelativeTime at={conversation.startedAt} /> : t("panel.label")}
          </h2>
          {conversation && <Facts conversation={conversation} />}
        </div>
        <CloseButton aria-label={t("panel.close")} onClick={onClose} />
      </div>
      {error && !conversation && <ErrorState error={error} onRetry={reload} />}
      {!error && !conversation && <Skeleton height={240} m={20} />}
      {conversation && (
        <>
          <Actions
            place={place}
            conversation={conversation}
            onRevealed={setRevealed}
            onGone={() => {
              onClose();
              onChanged();
            }}
          />
          <Views place={place} conversation={conversation} search={search} onChanged={refresh} />
        </>
      )}
    </article>
  );
}

function Facts({ conversation }: { conversation: TranscriptData }) {
  const { t } = useTranslation("history");
  const facts = [
    conversation.customerName,
    conversation.channelName ?? t("filter.deleted"),
    conversation.botName && t("list.bot", { name: conversation.botName, number: conversation.versionNumber }),
    conversation.tokens > 0 && t("panel.tokens", { count: conversation.tokens }),
    conversation.cost > 0 && t("panel.cost", { cost: conversation.cost.toFixed(4) }),
  ];
  return (
    <>
      <p className={classes["facts"]}>
        <EnvironmentBadge environment={environmentNamed(conversation.environment)} />
        <StatusBadge tone={toneOf(conversation)} label={stateOf(t, conversation)} />
        <span>{facts.filter(Boolean).join(" · ")}</span>
      </p>
      {conversation.visitor.length > 0 && (
        <p className={classes["facts"]}>
          {conversation.visitor
            .map(({ name, value }) => `${name}: ${value.replaceAll(/[[\]]/gu, "")}`)
            .join(" · ")}
        </p>
      )}
      {conversation.pageUrl && (
        <p className={classes["facts"]}>
          <CopyText value={conversation.pageUrl} label={t("panel.page")} />
        </p>
      )}
    </>
  );
}

type ActionsProps = {
  place: HistoryPlace;
  conversation: TranscriptData;
  onRevealed: (data: TranscriptData) => void;
  onGone: () => void;
};

function Actions({ place, conversation, onRevealed, onGone }: ActionsProps) {
  const { t } = useTranslation("history");
  const { projectId } = place;
  const { id, visitorId, can, isRevealed, maskedCount } = conversation;
  const [reveal, revealing] = useChange(revealMutation);
  const [remove] = useChange(deleteMutation);
  const [removeVisitor] = useChange(deleteVisitorMutation);
  const [asks, setAsks] = useState<"one" | "visitor">();
  const show = async () => {
    try {
      const answer = await reveal({ projectId, id, reason: null });
      onRevealed(transcriptData.parse(answer.revealConversation.data));
    } catch (error) {
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <div className={classes["panelActions"]}>
      {isRevealed ? (
        <span className={classes["revealed"]} role="status">
          {t("panel.revealed")}
        </span>
      ) : maskedCount > 0 ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconEye size={14} aria-hidden />}
          loading={revealing.isBusy}
          disabled={!can.reveal}
          title={can.reveal ? undefined : t("panel.cannotReveal")}
          onClick={() => void show()}
        >
          {t("panel.reveal", { count: maskedCount })}
        </Button>
      ) : null}
      {can.delete && (
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => setAsks("one")}
          >
            {t("panel.delete")}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsks("visitor")}>
            {t("panel.deleteVisitor")}
          </Button>
        </>
      )}
      <ConfirmDialog
        isOpen={asks !== undefined}
        onClose={() => setAsks(undefined)}
        title={t(asks === "visitor" ? "delete.visitorTitle" : "delete.title")}
        losses={
          asks === "visitor"
            ? [{ label: t("delete.everything") }]
            : [{ label: t("delete.messages"), count: conversation.messageCount }]
        }
        confirmLabel={t("delete.confirm")}
        onConfirm={async () => {
          if (asks === "visitor") await removeVisitor({ projectId, visitorId });
          else await remove({ projectId, ids: [id] });
          onGone();
        }}
      >
        <p>{t("delete.hint")}</p>
      </ConfirmDialog>
    </div>
  );
}

type ViewsProps = {
  place: HistoryPlace;
  conversation: TranscriptData;
  search: string;
  onChanged: () => void;
};

function Views({ place, conversation, search, onChanged }: ViewsProps) {
  const { t } = useTranslation("history");
  const [view, setView] = useUrlParam("view", "transcript");
  const tabs = [
    { id: "transcript", label: t("panel.transcript") },
    { id: "notes", label: t("panel.notes"), count: conversation.notes.length || undefined },
    ...(conversation.can.readBot && conversation.botId ? [{ id: "replay", label: t("panel.replay") }] : []),
  ];
  const open = tabs.some((tab) => tab.id === view) ? view : "transcript";
  return (
    <>
      <Tabs tabs={tabs} value={open} onChange={setView} label={t("panel.views")} />
      <div className={classes["panelBody"]} tabIndex={0} role="region" aria-label={t("panel.content")}>
        <TabPanel id={open}>
          {open === "transcript" && <Transcript place={place} conversation={conversation} search={search} />}
          {open === "notes" && (
            <Annotations place={place} conversation={conversation} onChanged={onChanged} />
          )}
          {open === "replay" && <ReplayView place={place} conversation={conversation} />}
        </TabPanel>
      </div>
    </>
  );
}
