// The words a package is shown with. They are not part of a version and may change.
import { useFieldErrors } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import { updatePackageMutation } from "./package-documents.ts";
import classes from "./packages.module.css";

type Props = { found: { id: string; displayName: string; description: string }; isOwn: boolean };

export function PackageShown({ found, isOwn }: Props) {
  const { t } = useTranslation("packages");
  const [values, setValues] = useState({ displayName: found.displayName, description: found.description });
  const errors = useFieldErrors(["displayName", "description"]);
  const [update, { isBusy }] = useChange(updatePackageMutation);
  const unsaved = (["displayName", "description"] as const).filter((field) => values[field] !== found[field]);
  const save = async () => {
    try {
      await update({ id: found.id, ...values });
      notify({ tone: "good", message: t("saved", { name: values.displayName }) });
    } catch (error) {
      errors.fail(error);
    }
  };
  if (!isOwn)
    return (
      <section className={classes["card"]} aria-label={t("shown")}>
        <p className={classes["plain"]}>{found.description}</p>
        <p className={classes["muted"]}>{t("builtIn")}</p>
      </section>
    );
  return (
    <section className={classes["card"]} aria-label={t("shown")}>
      <Stack gap="sm">
        <TextInput
          label={t("name")}
          required
          value={values.displayName}
          onChange={(event) => setValues({ ...values, displayName: event.currentTarget.value })}
          {...errors.on("displayName")}
        />
        <Textarea
          label={t("description")}
          autosize
          minRows={2}
          value={values.description}
          onChange={(event) => setValues({ ...values, description: event.currentTarget.value })}
          {...errors.on("description")}
        />
      </Stack>
      <StickySaveBar
        unsavedFields={unsaved.map((field) => t(field === "displayName" ? "name" : "description"))}
        isSaving={isBusy}
        error={errors.form}
        onSave={() => void save()}
        onDiscard={() => setValues({ displayName: found.displayName, description: found.description })}
      />
    </section>
  );
}
