// Who hears about failed runs, and how often at most.
import { ErrorState } from "@parley/ui/error-state";
import { fieldErrorsOf, useFieldErrors } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Select, Stack, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./applets.module.css";

const noticesQuery = graphql(`
  query GetAppletNoticeSettings($projectId: ID!) {
    appletNoticeSettings(projectId: $projectId) {
      projectId
      emails
      webhookUrl
      digestMinutes
    }
  }
`);

const updateMutation = graphql(`
  mutation UpdateAppletNoticeSettings(
    $projectId: ID!
    $emails: [String!]!
    $webhookUrl: String
    $digestMinutes: Int
  ) {
    updateAppletNoticeSettings(
      projectId: $projectId
      emails: $emails
      webhookUrl: $webhookUrl
      digestMinutes: $digestMinutes
    ) {
      projectId
      emails
      webhookUrl
      digestMinutes
    }
  }
`);

type Settings = ResultOf<typeof noticesQuery>["appletNoticeSettings"];
const digests = [5, 15, 60, 240, 1_440];

export function NoticesTab({ projectId }: { projectId: string }) {
  const { t } = useTranslation("applets");
  const { data, error, reload } = useData(noticesQuery, { projectId });
  if (error) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  return (
    <section className={classes["section"]} aria-label={t("tabs.notices")}>
      <p className={classes["muted"]}>{t("notices.hint")}</p>
      {data && <NoticeForm key={projectId} stored={data.appletNoticeSettings} />}
    </section>
  );
}

function NoticeForm({ stored }: { stored: Settings }) {
  const { t } = useTranslation("applets");
  const [saved, setSaved] = useState(stored);
  const [values, setValues] = useState(stored);
  const errors = useFieldErrors(["emails", "webhookUrl", "digestMinutes"]);
  const [update, { isBusy }] = useChange(updateMutation);
  const unsaved = (["emails", "webhookUrl", "digestMinutes"] as const).filter(
    (field) => JSON.stringify(values[field]) !== JSON.stringify(saved[field]),
  );
  const save = async () => {
    try {
      const answer = await update(values);
      setSaved(answer.updateAppletNoticeSettings);
      setValues(answer.updateAppletNoticeSettings);
      notify({ tone: "good", message: t("notices.saved") });
    } catch (error) {
      const fields = fieldErrorsOf(error);
      errors.place(
        fields.map((it) => ({ ...it, field: it.field?.startsWith("emails") ? "emails" : it.field })),
      );
    }
  };
  const choices = [...new Set([...digests, values.digestMinutes])].toSorted((a, b) => a - b);
  return (
    <div className={classes["notices"]}>
      <Stack gap="sm">
        <TagsInput
          label={t("notices.emails")}
          description={t("notices.emailsHint")}
          value={values.emails}
          onChange={(emails) => setValues({ ...values, emails })}
          {...errors.on("emails")}
        />
        <TextInput
          label={t("notices.webhook")}
          description={t("notices.webhookHint")}
          placeholder="https://example.org/alerts"
          value={values.webhookUrl ?? ""}
          onChange={(event) => setValues({ ...values, webhookUrl: event.currentTarget.value || null })}
          {...errors.on("webhookUrl")}
        />
        <Select
          label={t("notices.digest")}
          allowDeselect={false}
          data={choices.map((minutes) => ({
            value: String(minutes),
            label:
              minutes < 60
                ? t("notices.minutes", { count: minutes })
                : t("notices.hours", { count: minutes / 60 }),
          }))}
          value={String(values.digestMinutes)}
          onChange={(value) => setValues({ ...values, digestMinutes: Number(value) })}
          {...errors.on("digestMinutes")}
        />
      </Stack>
      <StickySaveBar
        unsavedFields={unsaved.map((field) => t(`notices.field.${field}`))}
        isSaving={isBusy}
        error={errors.form}
        onSave={() => void save()}
        onDiscard={() => setValues(saved)}
      />
    </div>
  );
}
