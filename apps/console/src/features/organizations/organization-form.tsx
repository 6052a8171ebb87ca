import { NativeSelect, TextInput } from "@mantine/core";
import { useFieldErrors } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useLeaveWarning } from "../../shared/leave-warning.ts";
import { Monogram } from "../../shared/monogram.tsx";
import { PictureField } from "../../shared/picture-field.tsx";
import { updateAccountMutation } from "../../shared/update-account.ts";
import { UserPicker } from "../../shared/user-picker.tsx";
import type { PickedUser } from "../../shared/user-picker.tsx";
import { changedLabels, emptyDraft, keyOf, toVariables } from "./account-draft.ts";
import type { Account } from "./account-query.ts";
import { ManagerCard } from "./manager-card.tsx";
import { SettingRow } from "./setting-row.tsx";
import classes from "./organizations.module.css";

export function OrganizationForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { t } = useTranslation("organizations");
  const [update, { isBusy }] = useChange(updateAccountMutation);
  const [draft, setDraft] = useState(emptyDraft);
  const [manager, setManager] = useState<PickedUser | undefined>(account.accountManager ?? undefined);
  const { canUpdateAccount, canSetLimits } = account.organizationMetadata;
  const settingFields = account.effectiveSettings.map(fieldOf);
  const errors = useFieldErrors(["name", "accountManagerId", "status", ...settingFields]);
  const unsaved = changedLabels(account, draft, (field) => t(field));
  useLeaveWarning(unsaved.length > 0, t("common:unsavedQuestion"));

  const save = async () => {
    errors.clear();
    try {
      await update(toVariables(account, draft));
      setDraft(emptyDraft);
      notify({ tone: "good", message: t("saved", { name: draft.name ?? account.name }) });
      onSaved();
    } catch (reason) {
      errors.fail(reason);
    }
  };
  const setIcon = async (accountIconId: string | null) => {
    await update({ id: account.id, accountIconId, ...(accountIconId === null ? { picture: null } : {}) });
    onSaved();
  };

  return (
    <div className={classes["form"]}>
      {!canUpdateAccount && <p className={classes["muted"]}>{t("cannotUpdate")}</p>}
      <section aria-label={t("sections.identity")}>
        <h2>{t("sections.identity")}</h2>
        <PictureField
          accountId={account.id}
          preview={
            <Monogram name={account.name} picture={account.pictureFile?.url ?? account.picture} size={56} />
          }
          hasPicture={Boolean(account.pictureFile ?? account.picture)}
          isDisabled={!canUpdateAccount}
          onUploaded={(file) => setIcon(file.id)}
          onRemove={() => setIcon(null)}
        />
        <div className={classes["pair"]}>
          <TextInput
            label={t("name")}
            value={draft.name ?? account.name}
            disabled={!canUpdateAccount}
            {...errors.on("name")}
            onChange={(event) => {
              errors.clear("name");
              setDraft({ ...draft, name: event.currentTarget.value });
            }}
          />
          <NativeSelect
            label={t("statusLabel")}
            value={draft.status ?? account.status}
            disabled={!canSetLimits}
            description={canSetLimits ? undefined : t("fromAbove")}
            data={[
              { value: "ACTIVE", label: t("status.ACTIVE") },
              { value: "SUSPENDED", label: t("status.SUSPENDED") },
            ]}
            {...errors.on("status")}
            onChange={(event) =>
              setDraft({ ...draft, status: event.currentTarget.value === "ACTIVE" ? "ACTIVE" : "SUSPENDED" })
            }
          />
        </div>
        <UserPicker
          accountId={account.id}
          label={t("manager")}
          value={draft.managerId === undefined ? (account.accountManager ?? undefined) : manager}
          isClearable
          isDisabled={!canUpdateAccount}
          {...errors.on("accountManagerId")}
          onPick={(user) => {
            setManager(user);
            setDraft({ ...draft, managerId: user?.id ?? null });
          }}
        />
        {account.accountManagerId && draft.managerId === undefined && (
          <ManagerCard userId={account.accountManagerId} />
        )}
      </section>
      {(["GENERAL", "RESOURCE_LIMIT"] as const).map((kind) => (
        <section key={kind} aria-label={t(`sections.${kind}`)}>
          <h2>{t(`sections.${kind}`)}</h2>
          {kind === "RESOURCE_LIMIT" && !canSetLimits && <p className={classes["muted"]}>{t("fromAbove")}</p>}
          {account.effectiveSettings
            .filter((setting) => setting.kind === kind)
            .map((setting) => (
              <SettingRow
                key={setting.name}
                setting={setting}
                draft={draft.settings[keyOf(setting)]}
                isTop={account.parentId === null}
                isDisabled={kind === "GENERAL" ? !canUpdateAccount : !canSetLimits}
                error={errors.on(fieldOf(setting)).error}
                onChange={(value) => {
                  errors.clear(fieldOf(setting));
                  setDraft({ ...draft, settings: { ...draft.settings, [keyOf(setting)]: value } });
                }}
              />
            ))}
        </section>
      ))}
      <StickySaveBar
        unsavedFields={unsaved}
        isSaving={isBusy}
        error={errors.form}
        onSave={() => void save()}
        onDiscard={() => {
          errors.clear();
          setDraft(emptyDraft);
        }}
      />
    </div>
  );
}

const fieldOf = ({ kind, name }: { kind: string; name: string }) =>
  `${kind === "GENERAL" ? "generalSettings" : "resourceLimitSettings"}.${name}`;
