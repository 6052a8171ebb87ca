import { ActionIcon, Button, NativeSelect } from "@mantine/core";
import { assignmentOperations } from "@parley/flow";
import type { Json, JsonObject } from "@parley/flow";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { readAnswer } from "../chat/simulate.ts";
import { errorAt } from "./field-control.tsx";
import type { FieldProps } from "./field-control.tsx";
import { useSuggestions } from "./suggestions.ts";
import { TextField } from "./text-field.tsx";
import classes from "./panel.module.css";

/** What happens to variables when the node is entered. */
export function AssignmentsField({
  field,
  path,
  value,
  onChange,
  problems,
  isReadOnly,
  error,
}: FieldProps & { error: string | undefined }) {
  const { t } = useTranslation("pro-studio");
  const names = useSuggestions("variable");
  const rows = (Array.isArray(value) ? value : []).filter(isRow);
  const change = (index: number, part: JsonObject) => onChange(rows.with(index, { ...rows[index], ...part }));
  return (
    <fieldset className={classes["list"]} data-field={path} tabIndex={-1}>
      <legend>{field.label}</legend>
      {error !== undefined && <p className={classes["error"]}>{error}</p>}
      {rows.map((row, index) => (
        <div key={index} className={classes["assignment"]}>
          <TextField
            path={`${path}.${index}.name`}
            label={t("panel.variable")}
            value={row["name"]}
            suggestions={names}
            error={errorAt(problems, `${path}.${index}.name`)}
            isReadOnly={isReadOnly}
            onChange={(name) => change(index, { name })}
          />
          <NativeSelect
            size="sm"
            label={t("panel.operation")}
            value={typeof row["operation"] === "string" ? row["operation"] : "set"}
            disabled={isReadOnly}
            data={assignmentOperations.map((operation) => ({
              value: operation,
              label: t(`panel.operations.${operation}`),
            }))}
            onChange={(event) => change(index, { operation: event.currentTarget.value })}
          />
          <ActionIcon
            className={classes["assignmentRemove"]}
            aria-label={t("panel.entryRemove", { number: index + 1 })}
            disabled={isReadOnly}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          >
            <IconTrash size={14} />
          </ActionIcon>
          {row["operation"] !== "clear" && (
            <TextField
              path={`${path}.${index}.value`}
              label={t("panel.value")}
              value={row["value"]}
              isTemplate
              isReadOnly={isReadOnly}
              onChange={(next) => change(index, { value: numberOr(next) })}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rows, { name: "", operation: "set", value: "" }])}
        >
          {t("panel.assignmentAdd")}
        </Button>
      )}
    </fieldset>
  );
}

function isRow(row: Json): row is JsonObject {
  return typeof row === "object" && row !== null && !Array.isArray(row);
}

/** 5 is the number, "5" with quotes and 5. are still text while one types. */
function numberOr(text: string): Json {
  const value = readAnswer(text);
  return typeof value === "number" && String(value) === text.trim() ? value : text;
}
