import { Button, Modal, Textarea, TextInput } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataError } from "../../lib/graphql/errors.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { TeamDetails } from "./team-details.ts";
import { updateTeamMutation } from "./update-team.ts";
import classes from "./teams.module.css";

export function EditTeamDialog({ team, onClose }: { team: TeamDetails; onClose: () => void }) {
  const { t } = useTranslation("teams");
  const [update, { isBusy }] = useChange(updateTeamMutation);
  const [name, setName] = useState(team.name);
  const [description, setDescription] = useState(team.description);
  const errors = useFieldErrors(["name", "description"]);
  const submit = async () => {
    errors.clear();
    try {
      await update({ id: team.id, name, description, version: team.version });
      onClose();
    } catch (reason) {
      errors.place(reason instanceof DataError ? reason.fields : [{ message: String(reason) }]);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t("edit.title")} centered>
      <form
        className={classes["fields"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          label={t("name")}
          required
          data-autofocus
          value={name}
          {...errors.on("name")}
          onChange={(event) => {
            errors.clear("name");
            setName(event.currentTarget.value);
          }}
        />
        <Textarea
          label={t("description")}
          rows={3}
          value={description}
          {...errors.on("description")}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {errors.form && <ErrorState error={errors.form} isInline />}
        <div className={classes["actions"]}>
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t("edit.submit")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
