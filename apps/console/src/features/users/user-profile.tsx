// Name and status of a person, and their way out of the organisation.
import { Button, TextInput } from "@mantine/core";
import { CopyText } from "@parley/ui/copy-text";
import { useFieldErrors } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { Organization } from "../../shared/viewer.tsx";
import { RemoveUsersDialog } from "./remove-users-dialog.tsx";
import { StatusButton } from "./status-button.tsx";
import { updateUserMutation } from "./update-user.ts";
import type { UserDetails } from "./user-details.ts";
import classes from "./users.module.css";

type Props = { user: UserDetails; organization: Organization; onRemoved: () => void };

export function UserProfile({ user, organization, onRemoved }: Props) {
  const { t } = useTranslation("users");
  const [update, { isBusy }] = useChange(updateUserMutation);
  const [draft, setDraft] = useState<{ firstName?: string; lastName?: string }>({});
  const [isRemoving, setIsRemoving] = useState(false);
  const errors = useFieldErrors(["firstName", "lastName"]);
  const firstName = draft.firstName ?? user.firstName;
  const lastName = draft.lastName ?? user.lastName;
  const unsaved = [
    ...(firstName === user.firstName ? [] : [t("profile.firstName")]),
    ...(lastName === user.lastName ? [] : [t("profile.lastName")]),
  ];

  const save = async () => {
    errors.clear();
    try {
      await update({ id: user.id, accountId: organization.id, firstName, lastName, version: user.version });
      setDraft({});
      notify({ tone: "good", message: t("profile.saved") });
    } catch (reason) {
      errors.fail(reason);
    }
  };

  return (
    <>
      <div className={classes["fields"]}>
        {!user.canEditProfile && (
          <p className={classes["hint"]}>
            {t("profile.elsewhere", { organization: user.defaultAccount?.name ?? t("profile.another") })}
          </p>
        )}
        <div className={classes["pair"]}>
          <TextInput
            label={t("profile.firstName")}
            value={firstName}
            disabled={!user.canEditProfile}
            {...errors.on("firstName")}
            onChange={(event) => setDraft({ ...draft, firstName: event.currentTarget.value })}
          />
          <TextInput
            label={t("profile.lastName")}
            value={lastName}
            disabled={!user.canEditProfile}
            {...errors.on("lastName")}
            onChange={(event) => setDraft({ ...draft, lastName: event.currentTarget.value })}
          />
        </div>
        <dl className={classes["facts"]}>
          <dt>{t("profile.home")}</dt>
          <dd>{user.defaultAccount?.name ?? t("profile.another")}</dd>
          <dt>{t("columns.added")}</dt>
          <dd>
            <RelativeTime at={user.createdAt} />
          </dd>
          <dt>{t("profile.required")}</dt>
          <dd>
            {t(`consent.${user.requiredConsentStatus}`)}{" "}
            {user.requiredConsentUpdatedAt && <RelativeTime at={user.requiredConsentUpdatedAt} />}
          </dd>
          <dt>{t("profile.optional")}</dt>
          <dd>
            {t(`consent.${user.optionalConsentStatus}`)}{" "}
            {user.optionalConsentUpdatedAt && <RelativeTime at={user.optionalConsentUpdatedAt} />}
          </dd>
          <dt>{t("profile.id")}</dt>
          <dd>
            <CopyText label={t("profile.id")} value={user.id} />
          </dd>
        </dl>
      </div>
      <div className={classes["buttons"]}>
        <StatusButton user={user} accountId={organization.id} />
        <Button variant="default" color="red" onClick={() => setIsRemoving(true)}>
          {t("remove.one")}
        </Button>
      </div>
      <StickySaveBar
        unsavedFields={unsaved}
        isSaving={isBusy}
        error={errors.form}
        onSave={() => void save()}
        onDiscard={() => setDraft({})}
      />
      {isRemoving && (
        <RemoveUsersDialog
          accountId={organization.id}
          users={[user]}
          onClose={() => setIsRemoving(false)}
          onDone={onRemoved}
        />
      )}
    </>
  );
}
