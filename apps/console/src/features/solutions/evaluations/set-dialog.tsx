// A new set, or another name for one.
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../../generated/graphql.ts";
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
  const [create] = useChange(createMutation);
  const [rename] = useChange(renameMutation);
  const save = async () => {
    if (set) {
      await rename({ id: set.id, name, description, version: set.version });
      onSaved(set.id);
    } else {
      onSaved((await create({ solutionId, name, description })).createEvaluationSet.id);
    }
    onClose();
  };
  return (
    <FormDialog
      title={set ? t("rename") : t("create")}
      errors={errors}
      submitLabel={set ? t("save") : t("create")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t("name")}
        placeholder={t("namePlaceholder")}
        required
        data-autofocus
        {...errors.text("name", name, setName)}
      />
      <Textarea
        label={t("description")}
        autosize
        minRows={2}
        {...errors.text("description", description, setDescription)}
      />
    </FormDialog>
  );
}
