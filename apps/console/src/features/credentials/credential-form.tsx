import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { Button, Group, Modal, PasswordInput, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import type { Credential } from "./credentials-page.tsx";

const providersQuery = graphql(`
  query GetLlmProviders {
    llmProviders {
      id
      name
      needsSecret
      needsBaseUrl
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

const rotateMutation = graphql(`
  mutation RotateCredential($id: ID!, $secret: String!) {
    rotateCredential(id: $id, secret: $secret) {
      id
      secretLastFour
    }
  }
`);

type Props = { credential: Credential | undefined; onClose: () => void; onSaved: () => void };

export function CredentialForm({ credential, onClose, onSaved }: Props) {
  const { t } = useTranslation("credentials");
  const { projectId = "" } = useParams();
  const providers = useData(providersQuery, {}).data?.llmProviders ?? [];
  const errors = useFieldErrors(["name", "model", "llmProviderId", "baseUrl", "secret"]);
  const [values, setValues] = useState({
    name: credential?.name ?? "",
    model: credential?.model ?? "",
    llmProviderId: credential?.llmProvider.id ?? "",
    baseUrl: credential?.baseUrl ?? "",
  });
  const [secret, setSecret] = useState("");
  const [create, creating] = useChange(createMutation);
  const [update, updating] = useChange(updateMutation);
  const [rotate] = useChange(rotateMutation);
  const provider = providers.find((candidate) => candidate.id === values.llmProviderId);
  const set = (part: Partial<typeof values>) => {
    errors.clear();
    setValues({ ...values, ...part });
  };
  const save = async () => {
    const content = { ...values, baseUrl: provider?.needsBaseUrl ? values.baseUrl : null };
    try {
      if (credential) {
        await update({ id: credential.id, credential: { ...content, version: credential.version } });
        if (secret !== "") await rotate({ id: credential.id, secret });
      } else {
        await create({ projectId, credential: { ...content, ...(secret !== "" && { secret }) } });
      }
      onSaved();
      onClose();
    } catch (error) {
      errors.place(error instanceof DataError ? error.fields : [{ message: String(error) }]);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={credential ? t("editTitle", { name: credential.name }) : t("create")}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="sm">
          <Select
            label={t("provider")}
            required
            allowDeselect={false}
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
          <TextInput
            label={t("model")}
            description={t("modelHint")}
            value={values.model}
            onChange={(event) => set({ model: event.currentTarget.value })}
            {...errors.on("model")}
          />
          {provider?.needsBaseUrl && (
            <TextInput
              label={t("baseUrl")}
              placeholder="https://models.example.org/v1"
              value={values.baseUrl}
              onChange={(event) => set({ baseUrl: event.currentTarget.value })}
              {...errors.on("baseUrl")}
            />
          )}
          {provider?.needsSecret !== false && (
            <PasswordInput
              label={credential?.hasSecret ? t("newSecret") : t("secret")}
              description={
                credential?.hasSecret ? t("keptSecret", { last: credential.secretLastFour }) : t("secretHint")
              }
              autoComplete="off"
              value={secret}
              onChange={(event) => setSecret(event.currentTarget.value)}
              {...errors.on("secret")}
            />
          )}
          {errors.form && <ErrorState error={errors.form} isInline />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button
              type="submit"
              loading={creating.isBusy || updating.isBusy}
              disabled={values.name.trim() === "" || values.llmProviderId === ""}
            >
              {t("save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
