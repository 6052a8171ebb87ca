// What holds for every version of a solution: its name, its language and the limits of a turn.
import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { Button, NumberInput, Stack, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import classes from "./solutions.module.css";

const updateMutation = graphql(`
  mutation UpdateSolution($id: ID!, $name: String, $settings: JSON, $version: Int) {
    updateSolution(id: $id, name: $name, settings: $settings, version: $version) {
      id
      name
      settings
      version
    }
  }
`);

/** Kept in one place with the server's own defaults (agent-format.ts). */
const usual = { deadlineMs: 30_000, maxSteps: 6, maxTokens: 60_000 } as const;

type Props = {
  solution: { id: string; name: string; settings?: unknown; version: number };
  onSaved: () => void;
};

export function SettingsTab({ solution, onSaved }: Props) {
  const { t } = useTranslation("solutions");
  const stored = valuesIn(solution.settings);
  const [name, setName] = useState(solution.name);
  const [values, setValues] = useState(stored);
  const errors = useFieldErrors(["name", "settings"]);
  const [update, { isBusy }] = useChange(updateMutation);
  const isDirty = name !== solution.name || JSON.stringify(values) !== JSON.stringify(stored);
  const set = (part: Partial<typeof values>) => {
    errors.clear();
    setValues({ ...values, ...part });
  };
  const save = async () => {
    try {
      const settings = { ...asRecord(solution.settings), ...values };
      await update({ id: solution.id, name, settings, version: solution.version });
      notify({ tone: "good", message: t("settings.saved") });
      onSaved();
    } catch (error) {
      errors.fail(error);
    }
  };
  const number = (field: keyof typeof usual, scale: number, min: number, max: number) => ({
    label: t(`settings.${field}`),
    description: t(`settings.${field}Help`),
    min,
    max,
    value: values[field] / scale,
    onChange: (value: string | number) =>
      set({ [field]: value === "" ? usual[field] : Math.round(Number(value) * scale) }),
  });
  return (
    <form
      className={classes["settings"]}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        <TextInput label={t("name")} required {...errors.text("name", name, setName)} />
        <TextInput
          label={t("settings.language")}
          description={t("settings.languageHelp")}
          maxLength={10}
          value={values.language}
          onChange={(event) => set({ language: event.currentTarget.value })}
        />
        <TagsInput
          label={t("settings.hosts")}
          description={t("settings.hostsHelp")}
          placeholder="api.example.org"
          value={values.allowedHosts}
          onChange={(allowedHosts) => set({ allowedHosts })}
        />
        <div className={classes["numbers"]}>
          <NumberInput {...number("deadlineMs", 1_000, 1, 120)} suffix=" s" />
          <NumberInput {...number("maxSteps", 1, 1, 20)} />
          <NumberInput {...number("maxTokens", 1, 500, 1_000_000)} thousandSeparator="," step={1_000} />
        </div>
        {errors.on("settings").error && (
          <ErrorState error={{ message: errors.on("settings").error ?? "" }} isInline />
        )}
        {errors.form && <ErrorState error={errors.form} isInline />}
        <div>
          <Button type="submit" loading={isBusy} disabled={!isDirty || name.trim() === ""}>
            {t("settings.save")}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function valuesIn(settings: unknown) {
  const given = asRecord(settings);
  const number = (field: keyof typeof usual) => {
    const value = given[field];
    return typeof value === "number" ? value : usual[field];
  };
  return {
    language: typeof given["language"] === "string" ? given["language"] : "en",
    allowedHosts: Array.isArray(given["allowedHosts"]) ? given["allowedHosts"].map(String) : [],
    deadlineMs: number("deadlineMs"),
    maxSteps: number("maxSteps"),
    maxTokens: number("maxTokens"),
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
