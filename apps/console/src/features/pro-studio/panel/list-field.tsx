// A list of entries with fields of their own: choices, conditions, buttons, cards.
import { ActionIcon, Button } from "@mantine/core";
import type { Json, JsonObject } from "@parley/flow";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FieldControl, errorAt } from "./field-control.tsx";
import type { FieldProps } from "./field-control.tsx";
import classes from "./panel.module.css";

export function ListField({ field, path, value, onChange, problems, isReadOnly }: FieldProps) {
  const { t } = useTranslation("pro-studio");
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  const parts = field.item ?? [];
  const error = errorAt(problems, path);
  const isFull = items.length >= (field.max ?? Infinity);
  const replace = (index: number, item: Json) => onChange(items.with(index, item));
  const swap = (index: number, other: number) => {
    const a = items[index];
    const b = items[other];
    if (a !== undefined && b !== undefined) onChange(items.with(index, b).with(other, a));
  };
  return (
    <fieldset className={classes["list"]} data-field={path} tabIndex={-1}>
      <legend>{field.label}</legend>
      {error !== undefined && <p className={classes["error"]}>{error}</p>}
      {items.map((item, index) => {
        const entry = isEntry(item) ? item : {};
        const name = t("panel.entry", { number: index + 1 });
        return (
          <div key={idOf(entry, index)} className={classes["entry"]} role="group" aria-label={name}>
            <div className={classes["entryHead"]}>
              <span>{name}</span>
              {!isReadOnly && (
                <>
                  <ActionIcon
                    size="sm"
                    aria-label={t("panel.entryUp", { number: index + 1 })}
                    disabled={index === 0}
                    onClick={() => swap(index, index - 1)}
                  >
                    <IconArrowUp size={14} />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    aria-label={t("panel.entryDown", { number: index + 1 })}
                    disabled={index === items.length - 1}
                    onClick={() => swap(index, index + 1)}
                  >
                    <IconArrowDown size={14} />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    aria-label={t("panel.entryRemove", { number: index + 1 })}
                    onClick={() => onChange(items.toSpliced(index, 1))}
                  >
                    <IconTrash size={14} />
                  </ActionIcon>
                </>
              )}
            </div>
            {parts.map((part) => (
              <FieldControl
                key={part.path}
                field={part}
                path={`${path}.${index}.${part.path}`}
                value={entry[part.path]}
                problems={problems}
                isReadOnly={isReadOnly}
                onChange={(next) => replace(index, withPart(entry, part.path, next))}
              />
            ))}
          </div>
        );
      })}
      {!isReadOnly && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={isFull}
          onClick={() => onChange([...items, newEntry(parts)])}
        >
          {t("panel.entryAdd")}
        </Button>
      )}
    </fieldset>
  );
}

function isEntry(item: Json): item is JsonObject {
  return typeof item === "object" && item !== null && !Array.isArray(item);
}

function idOf(entry: JsonObject, index: number): string {
  const id = entry["id"];
  return typeof id === "string" && id !== "" ? id : String(index);
}

function withPart(entry: JsonObject, part: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...entry, [part]: value };
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== part));
}

/** The id names the output: a fresh one never meets an old connection. */
function newEntry(parts: FieldProps["field"]["item"]): JsonObject {
  const defaults = (parts ?? []).flatMap(({ path, options, isRequired }) => {
    const [first] = options ?? [];
    return isRequired && first ? [[path, first.value]] : [];
  });
  return { id: `o-${crypto.randomUUID().slice(0, 8)}`, ...Object.fromEntries(defaults) };
}
