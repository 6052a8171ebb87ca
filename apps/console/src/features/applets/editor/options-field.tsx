// Options as a form made from their schema, or as JSON: two views of one value.
import type { FieldError } from "@parley/ui/field-errors";
import { JsonForm, validate, type Schema } from "@parley/ui/json-form";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChoices } from "./use-choices.ts";
import classes from "../applets.module.css";

type Props = {
  /** Said to those who cannot see which step it belongs to. */
  label: string;
  schema: unknown;
  value: unknown;
  errors: readonly FieldError[];
  /** What the server's paths begin with. */
  path: string;
  onChange: (value: unknown) => void;
};

export function OptionsField({ label, schema, value, errors, path, onChange }: Props) {
  const { t } = useTranslation("applets");
  const [view, setView] = useState("form");
  const choices = useChoices(schema);
  const known = asSchema(schema);
  const isEmpty = known.type === "object" && Object.keys(known.properties ?? {}).length === 0;
  const isOpen = isEmpty && !("additionalProperties" in known && known.additionalProperties === false);
  if (isEmpty && !isOpen) return <p className={classes["muted"]}>{t("noOptions")}</p>;
  const isJson = view === "json" || isOpen;
  const problems = isJson ? validate(known, value, known) : [];
  const fromServer = errors.filter((error) => error.field?.startsWith(path));
  return (
    <div className={classes["options"]}>
      {!isOpen && (
        <SegmentedControl
          className={classes["optionsView"] ?? ""}
          size="xs"
          aria-label={t("optionsView", { name: label })}
          data={[
            { value: "form", label: t("optionsForm") },
            { value: "json", label: "JSON" },
          ]}
          value={view}
          onChange={setView}
        />
      )}
      {/* What no control can show is edited as JSON: an empty schema says nothing about its value. */}
      <JsonForm
        key={view}
        schema={isJson ? {} : schema}
        value={value}
        errors={errors}
        errorPrefix={path}
        {...(choices && { choices })}
        onChange={(next) => onChange(next ?? {})}
      />
      {isJson && problems.length + fromServer.length > 0 && (
        <ul className={classes["problems"]} role="alert">
          {fromServer.map((error) => (
            <li key={error.field}>
              <code>{error.field?.slice(path.length + 1)}</code> {error.message}
            </li>
          ))}
          {problems.map((problem) => (
            <li key={problem.path.join(".")}>
              <code>{problem.path.join(".")}</code> {problem.message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function asSchema(schema: unknown): Schema {
  return schema !== null && typeof schema === "object" && !Array.isArray(schema) ? schema : {};
}
