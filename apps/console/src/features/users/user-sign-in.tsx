// How somebody signs in, whether they are signed in now, and where password recovery stands.
import { Button } from "@mantine/core";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { notify } from "@parley/ui/notifications";
import { personName } from "@parley/ui/person";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useHasActiveSessions } from "../../shared/user-session.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { SessionDot } from "./session-dot.tsx";
import type { UserDetails } from "./user-details.ts";
import { UserRecovery } from "./user-recovery.tsx";
import classes from "./users.module.css";

const endSessionsMutation = graphql(`
  mutation EndUserSessions($userId: ID!) {
    endUserSessions(userId: $userId) {
      succeeded
    }
  }
`);

const resendMutation = graphql(`
  mutation ResendInvitation($accountId: ID!, $userId: ID!) {
    resendInvitation(accountId: $accountId, userId: $userId) {
      succeeded
    }
  }
`);

export function UserSignIn({ user, onChanged }: { user: UserDetails; onChanged: () => void }) {
  const { t } = useTranslation("users");
  const organization = useOrganization();
  const live = useHasActiveSessions(user.id);
  const isSignedIn = live ?? user.hasActiveSessions;
  const [endSessions] = useChange(endSessionsMutation);
  const [resend, { isBusy }] = useChange(resendMutation);
  const [isAsking, setIsAsking] = useState(false);
  const name = personName(user);

  const invite = async () => {
    try {
      await resend({ accountId: organization.id, userId: user.id });
      notify({ tone: "good", message: t("signInTab.invited", { name }) });
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };

  return (
    <>
      <section className={classes["section"]} aria-label={t("signInTab.now")}>
        <h3>{t("signInTab.now")}</h3>
        <dl className={classes["facts"]}>
          <dt>{t("signInTab.session")}</dt>
          <dd>
            <SessionDot isOn={isSignedIn} hasWord />
          </dd>
          <dt>{t("columns.lastActive")}</dt>
          <dd>
            <RelativeTime at={user.lastActiveAt} whenNever={t("never")} />
          </dd>
        </dl>
        <div className={classes["buttons"]}>
          <Button
            variant="default"
            disabled={!isSignedIn || !user.canEditProfile}
            onClick={() => setIsAsking(true)}
          >
            {t("signInTab.end")}
          </Button>
          {user.status === "INVITED" && (
            <Button variant="default" loading={isBusy} onClick={() => void invite()}>
              {t("signInTab.resend")}
            </Button>
          )}
        </div>
      </section>
      <UserRecovery user={user} onChanged={onChanged} />
      <section className={classes["section"]} aria-label={t("signInTab.methods")}>
        <h3>{t("signInTab.methods")}</h3>
        <ul className={classes["methods"]}>
          {user.listOfAuthMethods.map((method) => (
            <li key={method.accountAuthMethodSettingsId ?? method.name}>
              <span>
                {method.name}
                {method.isCreationOne && (
                  <span className={classes["muted"]}> · {t("signInTab.addedWith")}</span>
                )}
              </span>
              <StatusBadge
                tone={method.isActive ? "good" : "neutral"}
                label={t(method.isActive ? "signInTab.canUse" : "signInTab.notLinked")}
              />
            </li>
          ))}
        </ul>
      </section>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t("signInTab.endTitle", { name })}
        confirmLabel={t("signInTab.end")}
        onConfirm={async () => {
          await endSessions({ userId: user.id });
          notify({ tone: "good", message: t("signInTab.ended", { name }) });
          onChanged();
        }}
      >
        {t("signInTab.endHint")}
      </ConfirmDialog>
    </>
  );
}
