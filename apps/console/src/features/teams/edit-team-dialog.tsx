import { Textarea, TextInput } from "@mantine/core";
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { TeamDetails } from "./team-details.ts";
import { updateTeamMutation } from "./update-team.ts";

export function EditTeamDialog({ team, onClose }: { team: TeamDetails; onClose: () => void }) {
  const { t } = useTranslation("teams");
  const [update] = useChange(updateTeamMutation);
  const [name, setName] = useState(team.name);
  const [description, setDescription] = useState(team.description);
  const errors = useFieldErrors(["name", "description"]);
  const submit = async () => {
    await update({ id: team.id, name, description, version: team.version });
    onClose();
  };
  return (
    <FormDialog
      title={t("edit.title")}
      errors={errors}
      submitLabel={t("edit.submit")}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t("name")} required data-autofocus {...errors.text("name", name, setName)} />
      <Textarea
        label={t("description")}
        rows={3}
        {...errors.text("description", description, setDescription)}
      />
    </FormDialog>
  );
}
