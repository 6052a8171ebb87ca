// Where one is signed in: end one, the others, or all of them.
import { Button, Skeleton } from "@mantine/core";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { deviceIn } from "./device.ts";
import classes from "./my-account.module.css";

const sessionsQuery = graphql(`
  query GetOwnSessions {
    ownSessions {
      id
      isCurrent
      issuedAt
      lastUsedAt
      expiresAt
      aal
      methods
      ipAddress
      userAgent
    }
  }
`);

const endOneMutation = graphql(`
  mutation EndOwnSession($id: ID!) {
    endOwnSession(id: $id) {
      succeeded
    }
  }
`);

const endOthersMutation = graphql(`
  mutation EndOtherSessions {
    endOtherSessions {
      succeeded
    }
  }
`);

const endAllMutation = graphql(`
  mutation FalsifyUserActiveSessionsLimited {
    falsifyUserActiveSessionsLimited {
      succeeded
    }
  }
`);

export function Sessions() {
  const { t } = useTranslation("my-account");
  const { data, error, isLoading, reload } = useData(sessionsQuery, {});
  const [endOne] = useChange(endOneMutation);
  const [endOthers] = useChange(endOthersMutation);
  const [endAll] = useChange(endAllMutation);
  const [isAsking, setIsAsking] = useState(false);
  const sessions = data?.ownSessions ?? [];
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      notify({ tone: "good", message: done });
      reload();
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return (
    <section className={classes["section"]} aria-label={t("sessions.title")}>
      <h2>{t("sessions.title")}</h2>
      {isLoading && <Skeleton height={80} />}
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      {sessions.map((session) => (
        <div key={session.id} className={classes["row"]}>
          <div className={classes["rowWords"]}>
            <strong>{deviceIn(session.userAgent) || t("sessions.unknown")}</strong>
            <p>
              {session.ipAddress && `${session.ipAddress} · `}
              {t("sessions.signedIn")} <RelativeTime at={session.issuedAt} /> · {t("sessions.lastUsed")}{" "}
              <RelativeTime at={session.lastUsedAt} />
            </p>
          </div>
          {session.isCurrent ? (
            <StatusBadge tone="good" label={t("sessions.here")} />
          ) : (
            <Button
              size="xs"
              variant="default"
              aria-label={t("sessions.endThis", { device: deviceIn(session.userAgent) || session.ipAddress })}
              onClick={() => void run(() => endOne({ id: session.id }), t("sessions.ended"))}
            >
              {t("sessions.end")}
            </Button>
          )}
        </div>
      ))}
      <div className={classes["buttons"]}>
        <Button
          variant="default"
          disabled={sessions.length < 2}
          onClick={() => void run(() => endOthers({}), t("sessions.othersEnded"))}
        >
          {t("sessions.endOthers")}
        </Button>
        <Button variant="default" color="red" onClick={() => setIsAsking(true)}>
          {t("sessions.endAll")}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t("sessions.question")}
        confirmLabel={t("sessions.endAll")}
        onConfirm={() => endAll({})}
      >
        {t("sessions.questionHint")}
      </ConfirmDialog>
    </section>
  );
}
