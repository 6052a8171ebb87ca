import { ActionIcon, Button, TextInput } from "@mantine/core";
import type { Json } from "@parley/flow";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-control.tsx";
import { TextField } from "./text-field.tsx";
import classes from "./panel.module.css";

/** Names and values, such as headers and arguments. */
export function KeyValuesField({
  field,
  path,
  value,
  onChange,
  isReadOnly,
  error,
}: FieldProps & { error: string | undefined }) {
  const { t } = useTranslation("pro-studio");
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = isObject ? Object.entries(value) : [];
  const change = (next: readonly (readonly [string, Json])[]) => onChange(Object.fromEntries(next));
  return (
    <fieldset className={classes["list"]} data-field={path} tabIndex={-1}>
      <legend>{field.label}</legend>
      {error !== undefined && <p className={classes["error"]}>{error}</p>}
      {entries.map(([name, item], index) => (
        // The name is what is being typed: the place in the list is the only thing that stays.
        <div key={index} className={classes["pair"]}>
          <TextInput
            size="sm"
            aria-label={t("panel.name")}
            placeholder={t("panel.name")}
            value={name}
            readOnly={isReadOnly}
            onChange={(event) => change(entries.with(index, [event.currentTarget.value, item]))}
          />
          <TextField
            path={`${path}.${name}`}
            label={t("panel.value")}
            value={item}
            isTemplate={field.isTemplate === true}
            isReadOnly={isReadOnly}
            onChange={(next) => change(entries.with(index, [name, next]))}
          />
          <ActionIcon
            aria-label={t("panel.removePair", { name })}
            disabled={isReadOnly}
            onClick={() => change(entries.toSpliced(index, 1))}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </div>
      ))}
      {!isReadOnly && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => change([...entries, [freeName(entries.map(([name]) => name)), ""]])}
        >
          {t("panel.entryAdd", { label: field.label.toLowerCase() })}
        </Button>
      )}
    </fieldset>
  );
}

function freeName(taken: readonly string[]): string {
  for (let number = 1; ; number++) if (!taken.includes(`name${number}`)) return `name${number}`;
}
