// oneOf and anyOf: first which kind, then its fields.
import { Select } from "@mantine/core";
import { Field } from "./field.tsx";
import type { FieldProps } from "./props.ts";
import { alternativesOf, labelOf, resolved, startingValue, typeOf } from "./schema.ts";
import type { Schema } from "./schema.ts";
import { validate } from "./validate.ts";
import classes from "./json-form.module.css";

export function ChoiceField(props: FieldProps) {
  const { schema, root, label, value, isReadOnly, onChange, isRequired } = props;
  const alternatives = alternativesOf(schema).map((alternative) => resolved(alternative, root));
  const chosen = chosenIndex(alternatives, value, root);
  const alternative = alternatives[chosen];
  return (
    <div className={classes["fields"]}>
      <Select
        label={label || schema.title || "Kind"}
        description={schema.description}
        withAsterisk={isRequired}
        readOnly={isReadOnly}
        allowDeselect={false}
        data={alternatives.map((option, index) => ({ value: String(index), label: nameOf(option, index) }))}
        value={alternative ? String(chosen) : null}
        onChange={(index) => {
          const next = alternatives[Number(index)];
          if (next) onChange(startingValue(next, root) ?? null);
        }}
      />
      {alternative && alternative.const === undefined && typeOf(alternative) !== "null" && (
        <Field
          {...props}
          schema={alternative}
          label={typeOf(alternative) === "object" ? "" : nameOf(alternative, chosen)}
        />
      )}
    </div>
  );
}

/** The one whose constants fit and that complains least. */
function chosenIndex(alternatives: readonly Schema[], value: unknown, root: Schema): number {
  if (value === undefined) return -1;
  const scored = alternatives.map((alternative, index) => ({
    index,
    problems: validate(alternative, value, root).length,
  }));
  return scored.toSorted((left, right) => left.problems - right.problems)[0]?.index ?? -1;
}

function nameOf(schema: Schema, index: number): string {
  if (schema.title) return schema.title;
  if (typeof schema.const === "string") return schema.const;
  const constant = Object.values(schema.properties ?? {}).find(
    (property) => typeof property.const === "string",
  )?.const;
  return typeof constant === "string" ? labelOf({}, constant) : `Option ${index + 1}`;
}
