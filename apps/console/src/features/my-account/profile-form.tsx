import { Select, TextInput } from "@mantine/core";
import { useFieldErrors } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { Person } from "@parley/ui/person";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useLeaveWarning } from "../../shared/leave-warning.ts";
import { PictureField } from "../../shared/picture-field.tsx";
import { settingsOf, updateMeMutation } from "./my-account-query.ts";
import type { Me } from "./my-account-query.ts";
import { useOwnLocalization } from "./own-localization.ts";
import classes from "./my-account.module.css";

const textFields = ["firstName", "lastName"] as const;
const preferenceFields = ["language", "timeZone"] as const;
type Draft = Partial<Record<(typeof textFields)[number] | (typeof preferenceFields)[number], string>>;

export function ProfileForm({ me, accountId, onSaved }: { me: Me; accountId: string; onSaved: () => void }) {
  const { t } = useTranslation("my-account");
  const { languages, timeZones } = useOwnLocalization();
  const [update, { isBusy }] = useChange(updateMeMutation);
  const [draft, setDraft] = useState<Draft>({});
  const errors = useFieldErrors(["firstName", "lastName", "settings"]);
  const settings = settingsOf(me);
  const stored = (field: (typeof preferenceFields)[number]) => {
    const value = settings[field];
    return typeof value === "string" ? value : "";
  };
  const timeZone = draft.timeZone ?? stored("timeZone");
  const unsaved = [
    ...textFields.filter((field) => draft[field] !== undefined && draft[field] !== me[field]),
    ...preferenceFields.filter((field) => draft[field] !== undefined && draft[field] !== stored(field)),
  ];
  useLeaveWarning(unsaved.length > 0, t("common:unsavedQuestion"));

  const save = async () => {
    errors.clear();
    const { firstName, lastName, ...preferences } = draft;
    try {
      await update({
        id: me.id,
        version: me.version,
        ...(firstName === undefined ? {} : { firstName }),
        ...(lastName === undefined ? {} : { lastName }),
        ...(Object.keys(preferences).length > 0 ? { settings: { ...settings, ...preferences } } : {}),
      });
      setDraft({});
      notify({ tone: "good", message: t("profile.saved") });
      onSaved();
    } catch (reason) {
      errors.fail(reason);
    }
  };
  const setIcon = async (userIconId: string | null) => {
    await update({ id: me.id, userIconId, ...(userIconId === null ? { picture: null } : {}) });
    onSaved();
  };

  return (
    <section className={classes["section"]} aria-label={t("profile.title")}>
      <h2>{t("profile.title")}</h2>
      <PictureField
        accountId={accountId}
        preview={
          <span className={classes["face"]}>
            <Person person={{ ...me, picture: me.pictureFile?.url ?? me.picture }} size="md" isFaceOnly />
          </span>
        }
        hasPicture={Boolean(me.pictureFile ?? me.picture)}
        onUploaded={(file) => setIcon(file.id)}
        onRemove={() => setIcon(null)}
      />
      <div className={classes["pair"]}>
        {textFields.map((field) => (
          <TextInput
            key={field}
            label={t(`profile.${field}`)}
            required
            value={draft[field] ?? me[field]}
            {...errors.on(field)}
            onChange={(event) => {
              errors.clear(field);
              setDraft({ ...draft, [field]: event.currentTarget.value });
            }}
          />
        ))}
      </div>
      <div className={classes["pair"]}>
        <Select
          label={t("profile.language")}
          data={languages}
          value={draft.language ?? (stored("language") || "en")}
          allowDeselect={false}
          onChange={(language) => language && setDraft({ ...draft, language })}
        />
        <Select
          label={t("profile.timeZone")}
          description={t("profile.example", { example: exampleDate(timeZone) })}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={timeZones}
          value={timeZone || null}
          placeholder={t("profile.browserZone", {
            zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          })}
          searchable
          limit={60}
          {...errors.on("settings")}
          onChange={(zone) => zone && setDraft({ ...draft, timeZone: zone })}
        />
      </div>
      <StickySaveBar
        unsavedFields={unsaved.map((field) => t(`profile.${field}`))}
        isSaving={isBusy}
        error={errors.form}
        onSave={() => void save()}
        onDiscard={() => setDraft({})}
      />
    </section>
  );
}

function exampleDate(timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: "full",
    timeStyle: "short",
    ...(timeZone ? { timeZone } : {}),
  }).format(new Date());
}
