// A new set, or another name for one.
import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { Button, Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../../generated/graphql.ts";
import { DataError } from "../../../lib/graphql/errors.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";

const createMutation = graphql(`
  mutation CreateEvaluationSet($solutionId: ID!, $name: String!, $description: String) {
    createEvaluationSet(solutionId: $solutionId, name: $name, description: $description) {
      id
    }
  }
`);

const renameMutation = graphql(`
  mutation RenameEvaluationSet($id: ID!, $name: String, $description: String, $version: Int) {
    updateEvaluationSet(id: $id, name: $name, description: $description, version: $version) {
      id
      name
      description
      version
    }
  }
`);

type Props = {
  solutionId: string;
  set?: { id: string; name: string; description: string; version: number };
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function SetDialog({ solutionId, set, onClose, onSaved }: Props) {
  const { t } = useTranslation("evaluations");
  const [name, setName] = useState(set?.name ?? "");
  const [description, setDescription] = useState(set?.description ?? "");
  const errors = useFieldErrors(["name", "description"]);
  const [create, creating] = useChange(createMutation);
  const [rename, renaming] = useChange(renameMutation);
  const save = async () => {
    try {
      if (set) {
        await rename({ id: set.id, name, description, version: set.version });
        onSaved(set.id);
      } else {
        onSaved((await create({ solutionId, name, description })).createEvaluationSet.id);
      }
      onClose();
    } catch (error) {
      errors.place(error instanceof DataError ? error.fields : [{ message: String(error) }]);
    }
  };
  return (
    <Modal opened onClose={onClose} title={set ? t("rename") : t("create")} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t("name")}
            placeholder={t("namePlaceholder")}
            required
            data-autofocus
            value={name}
            onChange={(event) => {
              errors.clear("name");
              setName(event.currentTarget.value);
            }}
            {...errors.on("name")}
          />
          <Textarea
            label={t("description")}
            autosize
            minRows={2}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            {...errors.on("description")}
          />
          {errors.form && <ErrorState error={errors.form} isInline />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={creating.isBusy || renaming.isBusy} disabled={name.trim() === ""}>
              {set ? t("save") : t("create")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
