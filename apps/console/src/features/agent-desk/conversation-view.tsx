// One conversation at the desk: what was said, what can be done, what is known about the visitor.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, CloseButton, Group, Skeleton } from "@mantine/core";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSubscription } from "urql";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useViewer } from "../../shared/viewer.tsx";
import { AnswerBox } from "./answer-box.tsx";
import { ConversationDetails } from "./conversation-details.tsx";
import {
  claimMutation,
  closeMutation,
  conversationQuery,
  conversationSubscription,
  returnMutation,
} from "./documents.ts";
import { visitorName } from "./message-words.ts";
import { statusTone } from "./status.ts";
import { Transcript } from "./transcript.tsx";
import classes from "./desk.module.css";

const TransferDialog = lazy(() =>
  import("./transfer-dialog.tsx").then((module) => ({ default: module.TransferDialog })),
);

type Props = { projectId: string; id: string; onClaimed: () => void; onClose: () => void };

export function ConversationView({ projectId, id, onClaimed, onClose }: Props) {
  const { t } = useTranslation("agent-desk");
  const viewer = useViewer();
  const { data, error, reload } = useData(conversationQuery, { projectId, id });
  const [live] = useSubscription({ query: conversationSubscription, variables: { projectId, id } });
  useEffect(() => {
    if (live.data) reload();
  }, [live.data, reload]);
  const [claim, claiming] = useChange(claimMutation);
  const [giveBack, returning] = useChange(returnMutation);
  const [end] = useChange(closeMutation);
  const [isClosing, setIsClosing] = useState(false);
  const [isTransferring, setIsTransferring] = useState(false);
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  const conversation = data?.conversation;
  if (error && !conversation) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  if (!conversation) return <Skeleton height={320} radius={6} />;
  const { status, agentId } = conversation;
  const isFree = status === "WAITING" || status === "BOT";
  const isMine = status === "AGENT" && agentId === viewer.id;
  const name = visitorName(conversation.visitorIdentity) ?? t("visitor");
  return (
    <section className={classes["conversation"]} aria-label={t("conversationWith", { name })}>
      <div className={classes["conversationHead"]}>
        <h2 className={classes["heading"]}>{name}</h2>
        <StatusBadge
          tone={statusTone[status]}
          label={
            status === "AGENT" && conversation.agentName
              ? t("withAgent", { name: conversation.agentName })
              : t(`status.${status}`)
          }
        />
        <Group gap="xs" className={classes["headActions"] ?? ""}>
          {isFree && (
            <Button
              size="xs"
              loading={claiming.isBusy}
              onClick={() => void attempt(() => claim({ projectId, id }).then(onClaimed))}
            >
              {t("claim")}
            </Button>
          )}
          {isMine && (
            <Button
              size="xs"
              variant="default"
              loading={returning.isBusy}
              onClick={() => void attempt(() => giveBack({ projectId, id }))}
            >
              {t("giveBack")}
            </Button>
          )}
          {isMine && (
            <Button size="xs" variant="default" onClick={() => setIsTransferring(true)}>
              {t("transfer.open")}
            </Button>
          )}
          {isMine && (
            <Button size="xs" variant="default" onClick={() => setIsClosing(true)}>
              {t("close")}
            </Button>
          )}
          <CloseButton aria-label={t("leave")} onClick={onClose} />
        </Group>
      </div>
      <div className={classes["conversationBody"]}>
        <div className={classes["talk"]}>
          <Transcript projectId={projectId} id={id} messages={conversation.messages} />
          {isMine && <AnswerBox projectId={projectId} id={id} />}
          {isFree && <p className={classes["muted"]}>{t("claimFirst")}</p>}
          {status === "AGENT" && !isMine && <p className={classes["muted"]}>{t("taken")}</p>}
          {status === "ENDED" && <p className={classes["muted"]}>{t("ended")}</p>}
        </div>
        <ConversationDetails projectId={projectId} conversation={conversation} />
      </div>
      <Suspense>
        {isMine && isTransferring && (
          <TransferDialog projectId={projectId} id={id} onClose={() => setIsTransferring(false)} />
        )}
      </Suspense>
      <ConfirmDialog
        isOpen={isClosing}
        onClose={() => setIsClosing(false)}
        title={t("closeTitle", { name })}
        confirmLabel={t("close")}
        colour="teal"
        onConfirm={() => end({ projectId, id })}
      >
        {t("closeHint")}
      </ConfirmDialog>
    </section>
  );
}
