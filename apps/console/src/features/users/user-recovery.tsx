// Password recovery of a person: where it stands, and what a manager can do about it.
import { Button } from "@mantine/core";
import { notify } from "@parley/ui/notifications";
import { StatusBadge } from "@parley/ui/status-badge";
import type { Tone } from "@parley/ui/status-badge";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { UserDetails } from "./user-details.ts";
import classes from "./users.module.css";

const setStatusMutation = graphql(`
  mutation SetUserPasswordRecoveryStatus($userId: ID!, $passwordRecoveryStatus: PasswordRecoveryStatusEnum!) {
    setUserPasswordRecoveryStatus(userId: $userId, passwordRecoveryStatus: $passwordRecoveryStatus) {
      status
    }
  }
`);

const startMutation = graphql(`
  mutation StartUserRecoveryProcess($email: String!) {
    startUserRecoveryProcess(email: $email) {
      succeeded
    }
  }
`);

const finishMutation = graphql(`
  mutation FinishUserRecoveryProcess($email: String!) {
    finishUserRecoveryProcess(email: $email) {
      succeeded
    }
  }
`);

const tones: Readonly<Record<UserDetails["passwordRecoveryStatus"], Tone>> = {
  NONE: "neutral",
  REQUESTED: "info",
  IN_PROGRESS: "busy",
  COMPLETED: "good",
  BLOCKED: "warning",
};

export function UserRecovery({ user, onChanged }: { user: UserDetails; onChanged: () => void }) {
  const { t } = useTranslation("users");
  const [setStatus] = useChange(setStatusMutation);
  const [start] = useChange(startMutation);
  const [finish] = useChange(finishMutation);
  const status = user.passwordRecoveryStatus;
  const isUnderWay = status === "REQUESTED" || status === "IN_PROGRESS";

  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      notify({ tone: "good", message: done });
      onChanged();
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  const email = user.userName;
  const isBlocked = status === "BLOCKED";
  return (
    <section className={classes["section"]} aria-label={t("recovery.title")}>
      <h3>{t("recovery.title")}</h3>
      <StatusBadge tone={tones[status]} label={t(`recovery.${status}`)} />
      <div className={classes["buttons"]}>
        <Button
          variant="default"
          disabled={isBlocked || !user.canEditProfile}
          title={isBlocked ? t("recovery.blockedHint") : undefined}
          onClick={() => void run(() => start({ email }), t("recovery.sent", { email }))}
        >
          {t("recovery.start")}
        </Button>
        {isUnderWay && (
          <Button
            variant="default"
            disabled={!user.canEditProfile}
            onClick={() => void run(() => finish({ email }), t("recovery.finished"))}
          >
            {t("recovery.finish")}
          </Button>
        )}
        <Button
          variant="default"
          disabled={!user.canEditProfile}
          onClick={() =>
            void run(
              () => setStatus({ userId: user.id, passwordRecoveryStatus: isBlocked ? "NONE" : "BLOCKED" }),
              t(isBlocked ? "recovery.allowed" : "recovery.blocked"),
            )
          }
        >
          {t(isBlocked ? "recovery.allow" : "recovery.block")}
        </Button>
      </div>
    </section>
  );
}
