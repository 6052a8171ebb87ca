// One field of a node, by its kind. The schema in packages/flow says what there is; nothing is listed twice.
import { Checkbox, NativeSelect, NumberInput, Select, TagsInput } from "@mantine/core";
import type { Field, Json, Problem } from "@parley/flow";
import { useDesigner, useUi } from "../store/designer.tsx";
import { nodeChoices } from "../pickers/node-choices.tsx";
import { AssignmentsField } from "./assignments-field.tsx";
import { KeyValuesField } from "./key-values-field.tsx";
import { ListField } from "./list-field.tsx";
import { TextField } from "./text-field.tsx";
import { useSuggestions } from "./suggestions.ts";

export interface FieldProps {
  readonly field: Field;
  /** Where the value is in the node. */
  readonly path: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  /** Of the node. */
  readonly problems: readonly Problem[];
  readonly isReadOnly: boolean;
}

export function FieldControl(props: FieldProps) {
  const { field, path, value, onChange, isReadOnly } = props;
  const suggestions = useSuggestions(field.kind);
  const error = errorAt(props.problems, path);
  const shared = { label: field.label, description: field.help, error, "data-field": path };
  switch (field.kind) {
    case "flag":
      return (
        <Checkbox
          {...shared}
          size="sm"
          checked={value === true}
          disabled={isReadOnly}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "number":
      return (
        <NumberInput
          {...shared}
          required={field.isRequired === true}
          withAsterisk={false}
          size="sm"
          hideControls
          value={typeof value === "number" ? value : ""}
          readOnly={isReadOnly}
          onChange={(next) => onChange(typeof next === "number" ? next : undefined)}
        />
      );
    case "select":
      return (
        <NativeSelect
          {...shared}
          size="sm"
          value={typeof value === "string" ? value : ""}
          disabled={isReadOnly}
          data={optionsOf(field, value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "tags":
      return (
        <TagsInput
          {...shared}
          size="sm"
          value={texts(value)}
          readOnly={isReadOnly}
          onChange={(next) => onChange(next)}
        />
      );
    case "node":
      return <NodeField {...props} error={error} />;
    case "task":
    case "asset":
      return <NamedField {...props} error={error} />;
    case "list":
      return <ListField {...props} />;
    case "key-values":
      return <KeyValuesField {...props} error={error} />;
    case "assignments":
      return <AssignmentsField {...props} error={error} />;
    default:
      return (
        <TextField
          path={path}
          label={field.label}
          help={field.help}
          isRequired={field.isRequired === true}
          isLong={field.kind === "long-text"}
          isTemplate={field.isTemplate === true}
          suggestions={suggestions}
          error={error}
          value={value}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      );
  }
}

export function errorAt(problems: readonly Problem[], path: string): string | undefined {
  return problems.find((problem) => problem.field === path)?.message;
}

function optionsOf(field: Field, value: Json | undefined): { value: string; label: string }[] {
  const options = [...(field.options ?? [])];
  const isKnown = options.some((option) => option.value === (value ?? ""));
  return isKnown ? options : [{ value: typeof value === "string" ? value : "", label: "–" }, ...options];
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

type ChoiceProps = FieldProps & { readonly error: string | undefined };

/** Something with an id that nobody types: chosen by its name. */
function NamedField(props: ChoiceProps) {
  const references = useUi((state) => state.references);
  const known = props.field.kind === "task" ? references.tasks : references.assets;
  return <ChoiceField {...props} data={known.map(({ id, name }) => ({ value: id, label: name }))} />;
}

function NodeField(props: ChoiceProps) {
  const { editor } = useDesigner();
  const data = nodeChoices(editor.getState().flow).map(({ id, label, detail }) => ({
    value: id,
    label: `${label} (${detail ?? ""})`,
  }));
  return <ChoiceField {...props} data={data} />;
}

interface ChoiceFieldProps extends ChoiceProps {
  readonly data: readonly { readonly value: string; readonly label: string }[];
}

/** What is chosen and no longer there is shown by its id. */
function ChoiceField({ field, path, value, onChange, isReadOnly, error, data }: ChoiceFieldProps) {
  const chosen = typeof value === "string" && value !== "" ? value : null;
  const isMissing = chosen !== null && !data.some((choice) => choice.value === chosen);
  return (
    <Select
      label={field.label}
      description={field.help}
      error={error}
      data-field={path}
      size="sm"
      searchable
      clearable
      limit={50}
      value={chosen}
      readOnly={isReadOnly}
      data={isMissing ? [...data, { value: chosen, label: chosen }] : [...data]}
      onChange={(next) => onChange(next ?? "")}
    />
  );
}
