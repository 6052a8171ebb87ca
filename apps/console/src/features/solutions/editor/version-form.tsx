// Everything a version says about its agent. What is typed takes part in the chat beside it at once.
import { Autocomplete, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { Link } from "@parley/ui/link";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { paths, urlTo } from "../../../shared/urls.ts";
import { KnowledgeFiles } from "./knowledge-files.tsx";
import { ModelParameters } from "./model-parameters.tsx";
import { TasksField } from "./tasks-field.tsx";
import { ToolsField } from "./tools-field.tsx";
import type { Credential } from "./use-credentials.ts";
import type { VersionDraft } from "./use-version-draft.ts";
import classes from "./editor.module.css";

const tones = ["friendly", "professional", "concise", "playful", "empathetic"] as const;

type Props = { draft: VersionDraft; credentials: readonly Credential[]; isPublished: boolean };

export function VersionForm({ draft, credentials, isPublished }: Props) {
  const { t } = useTranslation("solutions");
  const { orgId = "", projectId = "" } = useParams();
  const { values, set } = draft;
  const errorOf = (name: string) => {
    const problem = draft.problems.find(({ field }) => field === name);
    return problem ? { error: problem.message } : {};
  };
  const line = (field: "brandName" | "supervisorName" | "note") => ({
    label: t(`field.${field}`),
    description: t(`help.${field}`),
    value: values[field],
    disabled: isPublished,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => set(field, event.currentTarget.value),
    ...errorOf(field),
  });
  const prose = (field: "knowledgeAgentContext" | "otherInformation" | "fallbackMessage") => ({
    label: t(`field.${field}`),
    description: t(`help.${field}`),
    value: values[field],
    autosize: true,
    minRows: 2,
    maxRows: 14,
    disabled: isPublished,
    onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) => set(field, event.currentTarget.value),
    ...errorOf(field),
  });
  const chosen = credentials.find((credential) => credential.id === values.llmCredentialId);
  return (
    <form className={classes["form"]} onSubmit={(event) => event.preventDefault()}>
      <section className={classes["part"]} aria-labelledby="part-agent">
        <h2 id="part-agent">{t("part.agent")}</h2>
        <Stack gap="md">
          <div className={classes["pair"]}>
            <TextInput {...line("brandName")} />
            <TextInput {...line("supervisorName")} />
          </div>
          <Autocomplete
            label={t("field.tone")}
            description={t("help.tone")}
            data={tones.map((tone) => t(`tone.${tone}`))}
            filter={({ options }) => options}
            value={values.tone}
            disabled={isPublished}
            onChange={(value) => set("tone", value)}
            {...errorOf("tone")}
          />
          <Textarea {...prose("otherInformation")} />
          <Textarea {...prose("fallbackMessage")} />
        </Stack>
      </section>
      <section className={classes["part"]} aria-labelledby="part-model">
        <h2 id="part-model">{t("part.model")}</h2>
        <Stack gap="md">
          <Select
            label={t("field.llmCredential")}
            description={
              <>
                {t("help.llmCredential")}{" "}
                <Link href={urlTo(paths.credentials, { orgId, projectId })}>{t("toCredentials")}</Link>
              </>
            }
            placeholder={t("chooseCredential")}
            data={credentials.map((credential) => ({
              value: credential.id,
              label: `${credential.name} · ${credential.model || credential.llmProvider.name}`,
            }))}
            value={values.llmCredentialId}
            disabled={isPublished}
            onChange={(value) => set("llmCredentialId", value)}
            {...errorOf("llmCredentialId")}
          />
          {chosen?.llmProvider.kind === "PARLEY_PASSAGES" ? (
            <p className={classes["muted"]}>{t("builtInHint")}</p>
          ) : (
            <ModelParameters draft={draft} credential={chosen} isDisabled={isPublished} errorOf={errorOf} />
          )}
        </Stack>
      </section>
      <section className={classes["part"]} aria-labelledby="part-tasks">
        <h2 id="part-tasks">{t("field.tasks")}</h2>
        <TasksField tasks={values.tasks} isDisabled={isPublished} onChange={(tasks) => set("tasks", tasks)} />
      </section>
      <section className={classes["part"]} aria-labelledby="part-knowledge">
        <h2 id="part-knowledge">{t("part.knowledge")}</h2>
        <Stack gap="md">
          <Textarea {...prose("knowledgeAgentContext")} />
          <KnowledgeFiles
            chosen={values.fileIds}
            credential={chosen}
            isDisabled={isPublished}
            onChange={(fileIds) => set("fileIds", fileIds)}
          />
        </Stack>
      </section>
      <section className={classes["part"]} aria-labelledby="part-tools">
        <h2 id="part-tools">{t("field.tools")}</h2>
        <ToolsField
          tools={values.tools}
          problems={draft.problems}
          isDisabled={isPublished}
          onChange={(tools) => set("tools", tools)}
        />
      </section>
      <section className={classes["part"]} aria-labelledby="part-note">
        <h2 id="part-note">{t("part.note")}</h2>
        <TextInput {...line("note")} />
      </section>
    </form>
  );
}
