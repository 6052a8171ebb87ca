import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { Autocomplete, Checkbox, PasswordInput, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import type { Credential } from "./documents.ts";

const providersQuery = graphql(`
  query GetLlmProviders($projectId: ID!) {
    llmProviders {
      id
      name
      kind
      needsSecret
      needsBaseUrl
    }
    llmPrices(projectId: $projectId) {
      model
    }
  }
`);

const createMutation = graphql(`
  mutation CreateCredential($projectId: ID!, $credential: LLMCredentialInput!) {
    createCredential(projectId: $projectId, credential: $credential) {
      id
    }
  }
`);

const updateMutation = graphql(`
  mutation UpdateCredential($id: ID!, $credential: LLMCredentialInput!) {
    updateCredential(id: $id, credential: $credential) {
      id
      version
    }
  }
`);

const familyOf: Readonly<Record<string, RegExp>> = {
  OPENAI: /^(gpt|o\d)/,
  AZURE: /^(gpt|o\d)/,
  ANTHROPIC: /^claude/,
  GOOGLE: /^gemini/,
};

const embeddingOf: Readonly<Record<string, string>> = {
  OPENAI: "text-embedding-3-small",
  AZURE: "text-embedding-3-small",
  GOOGLE: "gemini-embedding-001",
  OPENAI_COMPATIBLE: "nomic-embed-text",
};

const addressOf: Readonly<Record<string, string>> = {
  AZURE: "https://my-resource.openai.azure.com",
  OPENAI_COMPATIBLE: "http://localhost:11434/v1",
};

type Props = { credential: Credential | undefined; onClose: () => void; onSaved: (id: string) => void };

export function CredentialForm({ credential, onClose, onSaved }: Props) {
  const { t } = useTranslation("credentials");
  const { projectId = "" } = useParams();
  const { data } = useData(providersQuery, { projectId }, { policy: "cache-first" });
  const providers = data?.llmProviders ?? [];
  const errors = useFieldErrors(["name", "model", "llmProviderId", "baseUrl", "embeddingModel", "secret"]);
  const [values, setValues] = useState({
    name: credential?.name ?? "",
    model: credential?.model ?? "",
    llmProviderId: credential?.llmProvider.id ?? "",
    baseUrl: credential?.baseUrl ?? "",
    embeddingModel: credential?.embeddingModel ?? "",
    supportsTools: credential?.supportsTools ?? true,
  });
  const [secret, setSecret] = useState("");
  const [create] = useChange(createMutation);
  const [update] = useChange(updateMutation);
  const provider = providers.find((candidate) => candidate.id === values.llmProviderId);
  const isBuiltIn = provider?.kind === "PARLEY_PASSAGES";
  const family = provider && familyOf[provider.kind];
  const set = (part: Partial<typeof values>) => {
    errors.clear();
    setValues({ ...values, ...part });
  };
  const save = async () => {
    const { llmProviderId, ...rest } = values;
    const content = { ...rest, baseUrl: provider?.needsBaseUrl ? values.baseUrl : null };
    if (credential) {
      await update({ id: credential.id, credential: { ...content, version: credential.version } });
      onSaved(credential.id);
    } else {
      const made = { ...content, llmProviderId, ...(secret !== "" && { secret }) };
      onSaved((await create({ projectId, credential: made })).createCredential.id);
    }
    onClose();
  };
  return (
    <FormDialog
      title={credential ? t("editTitle", { name: credential.name }) : t("create")}
      errors={errors}
      submitLabel={t("save")}
      onSubmit={save}
      onClose={onClose}
    >
      <Select
        label={t("provider")}
        description={isBuiltIn ? t("builtInHint") : undefined}
        required
        allowDeselect={false}
        disabled={credential !== undefined}
        data={providers.map((candidate) => ({ value: candidate.id, label: candidate.name }))}
        value={values.llmProviderId || null}
        onChange={(value) => set({ llmProviderId: value ?? "" })}
        {...errors.on("llmProviderId")}
      />
      <TextInput
        label={t("name")}
        required
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        {...errors.on("name")}
      />
      {provider?.needsBaseUrl && (
        <TextInput
          label={t("baseUrl")}
          description={t("baseUrlHint")}
          placeholder={addressOf[provider.kind] ?? ""}
          value={values.baseUrl}
          onChange={(event) => set({ baseUrl: event.currentTarget.value })}
          {...errors.on("baseUrl")}
        />
      )}
      {provider && !isBuiltIn && (
        <Autocomplete
          label={t("model")}
          description={t(provider.kind === "AZURE" ? "deploymentHint" : "modelHint")}
          data={(data?.llmPrices ?? []).map((price) => price.model).filter((name) => family?.test(name))}
          value={values.model}
          onChange={(model) => set({ model })}
          {...errors.on("model")}
        />
      )}
      {!credential && provider && !isBuiltIn && (
        <PasswordInput
          label={t("secret")}
          description={t(provider.needsSecret ? "secretHint" : "secretOptional")}
          autoComplete="off"
          value={secret}
          onChange={(event) => {
            errors.clear("secret");
            setSecret(event.currentTarget.value);
          }}
          {...errors.on("secret")}
        />
      )}
      {provider && !isBuiltIn && provider.kind !== "ANTHROPIC" && (
        <TextInput
          label={t("embeddingModel")}
          description={t("embeddingHint")}
          placeholder={embeddingOf[provider.kind] ?? ""}
          value={values.embeddingModel}
          onChange={(event) => set({ embeddingModel: event.currentTarget.value })}
          {...errors.on("embeddingModel")}
        />
      )}
      {provider && !isBuiltIn && (
        <Checkbox
          label={t("supportsTools")}
          description={t("supportsToolsHint")}
          checked={values.supportsTools}
          onChange={(event) => set({ supportsTools: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  );
}
