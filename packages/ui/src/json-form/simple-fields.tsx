import { MultiSelect, NumberInput, PasswordInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import type { FieldProps } from "./props.ts";

export function common({ schema, label, isRequired, isReadOnly, errorAt, path }: FieldProps) {
  return {
    label,
    description: schema.description,
    withAsterisk: isRequired,
    readOnly: isReadOnly,
    error: errorAt(path),
    // What holds while nothing is filled in.
    ...(isWord(schema.default) && { placeholder: String(schema.default) }),
  };
}

const isWord = (value: unknown) => typeof value === "string" || typeof value === "number";

export function TextField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const text = typeof value === "string" ? value : "";
  const shared = {
    ...common(props),
    value: text,
    // An emptied field is an absent one, so that "required" means what people think.
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value),
  };
  if (schema.format === "password" || schema.format === "secret")
    return <PasswordInput {...shared} autoComplete="off" />;
  if (schema.format === "textarea" || (schema.maxLength ?? 0) > 200 || text.includes("\n")) {
    return <Textarea {...shared} autosize minRows={schema.format === "textarea" ? 3 : 1} maxRows={12} />;
  }
  return <TextInput {...shared} type={schema.format === "email" ? "email" : "text"} />;
}

export function NumberField(props: FieldProps) {
  const { schema, value, onChange } = props;
  return (
    <NumberInput
      {...common(props)}
      value={typeof value === "number" ? value : ""}
      allowDecimal={schema.type !== "integer"}
      step={schema.multipleOf ?? 1}
      onChange={(next) => onChange(typeof next === "number" ? next : undefined)}
    />
  );
}

export function BooleanField(props: FieldProps) {
  const { value, onChange, schema, label, isReadOnly, errorAt, path } = props;
  return (
    <Switch
      label={label}
      description={schema.description}
      error={errorAt(path)}
      disabled={isReadOnly}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

export function EnumField(props: FieldProps) {
  const { schema, value, onChange, isRequired } = props;
  const choices = schema.enum ?? [];
  return (
    <Select
      {...common(props)}
      data={choices.map((choice, index) => ({ value: String(index), label: choiceLabel(choice) }))}
      value={choices.includes(value) ? String(choices.indexOf(value)) : null}
      clearable={!isRequired}
      searchable={choices.length > 8}
      allowDeselect={!isRequired}
      onChange={(index) => onChange(index === null ? undefined : choices[Number(index)])}
    />
  );
}

/** A list of some of a fixed set. */
export function ManyOfField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const choices = schema.items?.enum ?? [];
  const chosen = Array.isArray(value) ? value : [];
  return (
    <MultiSelect
      {...common(props)}
      data={choices.map((choice, index) => ({ value: String(index), label: choiceLabel(choice) }))}
      value={chosen.flatMap((item) => (choices.includes(item) ? [String(choices.indexOf(item))] : []))}
      onChange={(indexes) => onChange(indexes.map((index) => choices[Number(index)]))}
    />
  );
}

function choiceLabel(choice: unknown): string {
  return typeof choice === "string" ? choice : JSON.stringify(choice);
}
