// Everything a version says about its agent. Unsaved values take part in the chat beside it.
import { useFieldErrors } from "@parley/ui/field-errors";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { NumberInput, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { KnowledgeFiles } from "./knowledge-files.tsx";
import { TasksField } from "./tasks-field.tsx";
import classes from "./solutions.module.css";

export const formFragment = graphql(`
  fragment VersionForm on SolutionVersion {
    id
    version
    isPublished
    brandName
    knowledgeAgentContext
    otherInformation
    fallbackMessage
    supervisorName
    tone
    temperature
    topK
    topP
    maxOutputTokens
    llmCredential {
      id
    }
    knowledgeFiles {
      id
      file {
        id
      }
    }
    tasks {
      id
      name
      description
    }
  }
`);

const credentialsQuery = graphql(`
  query GetCredentials($projectId: ID!) {
    credentials(projectId: $projectId) {
      id
      name
      model
      llmProviderId
      llmProvider {
        id
        name
      }
      limits {
        maxTemperature
        maxOutputTokens
        maxTopK
      }
    }
  }
`);

const updateMutation = graphql(`
  mutation UpdateSolutionVersion($version: SolutionVersionInput!) {
    updateSolutionVersion(version: $version) {
      id
      version
    }
  }
`);

const tones = ["friendly", "professional", "concise", "playful", "empathetic"];

type Version = ResultOf<typeof formFragment>;

export type VersionValues = ReturnType<typeof valuesOf>;

function valuesOf(version: Version) {
  return {
    brandName: version.brandName,
    supervisorName: version.supervisorName,
    tone: version.tone,
    knowledgeAgentContext: version.knowledgeAgentContext,
    otherInformation: version.otherInformation,
    fallbackMessage: version.fallbackMessage,
    llmCredentialId: version.llmCredential?.id ?? null,
    temperature: version.temperature ?? null,
    topP: version.topP ?? null,
    topK: version.topK ?? null,
    maxOutputTokens: version.maxOutputTokens ?? null,
    fileIds: version.knowledgeFiles.map((file) => file.id),
    tasks: version.tasks.map(({ id, name, description }) => ({ id, name, description })),
  };
}

type Props = { version: Version; onUnsaved: (values: VersionValues | undefined) => void };

export function VersionForm({ version, onUnsaved }: Props) {
  const { t } = useTranslation("solutions");
  const { projectId = "" } = useParams();
  const stored = valuesOf(version);
  const [values, setValues] = useState(stored);
  const [isSaving, setIsSaving] = useState(false);
  const fields = Object.keys(stored) as (keyof VersionValues)[];
  const errors = useFieldErrors(fields);
  const credentials =
    useData(credentialsQuery, { projectId }, { types: ["LLMCredential"] }).data?.credentials ?? [];
  const [update] = useChange(updateMutation);
  const changed = fields.filter((field) => JSON.stringify(values[field]) !== JSON.stringify(stored[field]));
  const isDirty = changed.length > 0;
  useEffect(() => onUnsaved(isDirty ? values : undefined), [onUnsaved, isDirty, values]);

  const limits = credentials.find((credential) => credential.id === values.llmCredentialId)?.limits;
  const set = <Field extends keyof VersionValues>(field: Field, value: VersionValues[Field]) => {
    errors.clear(field);
    setValues({ ...values, [field]: value });
  };
  const save = async () => {
    setIsSaving(true);
    try {
      const only = Object.fromEntries(changed.map((field) => [field, values[field]]));
      await update({ version: { id: version.id, version: version.version, ...only } });
    } catch (error) {
      errors.place(error instanceof DataError ? error.fields : [{ message: String(error) }]);
    } finally {
      setIsSaving(false);
    }
  };
  const text = (field: "brandName" | "supervisorName") => ({
    label: t(`field.${field}`),
    description: t(`help.${field}`),
    value: values[field],
    disabled: version.isPublished,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => set(field, event.currentTarget.value),
    ...errors.on(field),
  });
  const prose = (field: "knowledgeAgentContext" | "otherInformation" | "fallbackMessage") => ({
    label: t(`field.${field}`),
    description: t(`help.${field}`),
    value: values[field],
    autosize: true,
    minRows: 2,
    disabled: version.isPublished,
    onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) => set(field, event.currentTarget.value),
    ...errors.on(field),
  });
  const number = (field: "temperature" | "topP" | "topK" | "maxOutputTokens", max: number, step: number) => ({
    label: t(`field.${field}`),
    description: t(`help.${field}`),
    value: values[field] ?? "",
    min: 0,
    max,
    step,
    placeholder: t("modelDefault"),
    disabled: version.isPublished,
    onChange: (value: string | number) => set(field, value === "" ? null : Number(value)),
    ...errors.on(field),
  });

  return (
    <form className={classes["form"]} onSubmit={(event) => event.preventDefault()}>
      {version.isPublished && <p className={classes["muted"]}>{t("publishedHint")}</p>}
      <Stack gap="md">
        <TextInput {...text("brandName")} />
        <TextInput {...text("supervisorName")} />
        <Select
          label={t("field.tone")}
          description={t("help.tone")}
          data={[...new Set([...tones, ...(values.tone ? [values.tone] : [])])]}
          value={values.tone}
          disabled={version.isPublished}
          onChange={(value) => set("tone", value ?? "")}
          {...errors.on("tone")}
        />
        <Select
          label={t("field.llmCredential")}
          description={t("help.llmCredential")}
          placeholder={t("chooseCredential")}
          data={credentials.map((credential) => ({
            value: credential.id,
            label: `${credential.name} · ${credential.model || credential.llmProvider.name}`,
          }))}
          value={values.llmCredentialId}
          disabled={version.isPublished}
          onChange={(value) => set("llmCredentialId", value)}
          {...errors.on("llmCredentialId")}
        />
        <TasksField
          tasks={values.tasks}
          isDisabled={version.isPublished}
          onChange={(tasks) => set("tasks", tasks)}
        />
        <Textarea {...prose("knowledgeAgentContext")} />
        <KnowledgeFiles
          chosen={values.fileIds}
          isDisabled={version.isPublished}
          onChange={(fileIds) => set("fileIds", fileIds)}
        />
        <Textarea {...prose("otherInformation")} />
        <Textarea {...prose("fallbackMessage")} />
        <div className={classes["numbers"]}>
          <NumberInput {...number("temperature", limits?.maxTemperature ?? 2, 0.1)} />
          <NumberInput {...number("topP", 1, 0.05)} />
          <NumberInput {...number("topK", limits?.maxTopK ?? 500, 1)} />
          <NumberInput {...number("maxOutputTokens", limits?.maxOutputTokens ?? 32_000, 64)} />
        </div>
      </Stack>
      <StickySaveBar
        unsavedFields={changed.map((field) => t(`field.${field}`))}
        isSaving={isSaving}
        error={errors.form}
        onSave={() => void save()}
        onDiscard={() => {
          errors.clear();
          setValues(stored);
        }}
      />
    </form>
  );
}
