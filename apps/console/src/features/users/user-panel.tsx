// One person beside the list: access in one staged change, profile, sign-in and history.
import { Button, Skeleton } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { Person, personName } from "@parley/ui/person";
import { SidePanel } from "@parley/ui/side-panel";
import { StatusBadge } from "@parley/ui/status-badge";
import { TabPanel, Tabs } from "@parley/ui/tabs";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AccessDraft } from "../../shared/access/access-draft.ts";
import { changeBetween, countChanges, noAccess } from "../../shared/access/access-draft.ts";
import type { AccountDetails } from "../../shared/access/account-details.ts";
import { useLeaveWarning } from "../../shared/leave-warning.ts";
import { ObjectHistory } from "../../shared/object-history.tsx";
import { useOrganization } from "../../shared/viewer.tsx";
import { ReviewUserChange } from "./review-user-change.tsx";
import { UserAccess } from "./user-access.tsx";
import { statusTones } from "./user-columns.tsx";
import { accessOf, useUserDetails } from "./user-details.ts";
import { UserProfile } from "./user-profile.tsx";
import { UserSignIn } from "./user-sign-in.tsx";
import classes from "./users.module.css";

type Props = {
  userId: string;
  details: AccountDetails | undefined;
  onClose: () => void;
  /** How many changes are not saved yet. */
  onStaged: (count: number) => void;
  onRemoved: () => void;
};

export function UserPanel({ userId, details, onClose, onStaged, onRemoved }: Props) {
  const { t } = useTranslation("users");
  const organization = useOrganization();
  const { user, error, isLoading, reload } = useUserDetails(userId, organization.id);
  const [tab, setTab] = useState("access");
  const [edited, setEdited] = useState<AccessDraft>();
  const [isReviewing, setIsReviewing] = useState(false);
  const saved = useMemo(() => (user ? accessOf(user) : noAccess), [user]);
  const draft = edited ?? saved;
  const change = changeBetween(saved, draft);
  const count = countChanges(change);
  useLeaveWarning(count > 0, t("common:unsavedQuestion"));

  const stage = useCallback(
    (next: AccessDraft | undefined) => {
      setEdited(next);
      onStaged(next ? countChanges(changeBetween(saved, next)) : 0);
    },
    [onStaged, saved],
  );

  const name = user ? personName(user) : "";
  const tabs = ["access", "profile", "signIn", "history"].map((id) => ({ id, label: t(`panel.${id}`) }));
  return (
    <SidePanel
      isOpen
      width={600}
      onClose={onClose}
      title={
        user ? (
          <Person person={{ ...user, picture: user.pictureFile?.url ?? user.picture }} size="md" />
        ) : (
          t("panel.title")
        )
      }
      subtitle={user?.userName}
      actions={user && <StatusBadge tone={statusTones[user.status]} label={t(`status.${user.status}`)} />}
      footer={
        count > 0 && (
          <div className={classes["footer"]}>
            <p role="status">{t("staged", { count })}</p>
            <Button variant="default" onClick={() => stage(undefined)}>
              {t("panel.discard")}
            </Button>
            <Button onClick={() => setIsReviewing(true)}>{t("panel.review")}</Button>
          </div>
        )
      }
    >
      {isLoading && <Skeleton height={240} />}
      {error && <ErrorState title={t("panel.failed")} error={error} onRetry={reload} />}
      {user && (
        <>
          <div className={classes["tabs"]}>
            <Tabs label={t("panel.title")} tabs={tabs} value={tab} onChange={setTab} />
          </div>
          <TabPanel id={tab}>
            {tab === "access" && (
              <UserAccess user={user} details={details} saved={saved} draft={draft} onChange={stage} />
            )}
            {tab === "profile" && (
              <UserProfile user={user} organization={organization} onRemoved={onRemoved} />
            )}
            {tab === "signIn" && <UserSignIn user={user} onChanged={reload} />}
            {tab === "history" && (
              <ObjectHistory accountId={organization.id} objectType="user" objectId={user.id} />
            )}
          </TabPanel>
          {isReviewing && (
            <ReviewUserChange
              user={user}
              name={name}
              accountId={organization.id}
              details={details}
              change={change}
              onSaved={() => {
                stage(undefined);
                reload();
              }}
              onClose={() => setIsReviewing(false)}
            />
          )}
        </>
      )}
    </SidePanel>
  );
}
