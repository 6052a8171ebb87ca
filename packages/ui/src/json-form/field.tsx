// Picks the control for a schema.
import { ArrayField } from "./array-field.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { NamedField } from "./named-field.tsx";
import { ObjectField } from "./object-field.tsx";
import type { FieldProps } from "./props.ts";
import { RawField } from "./raw-field.tsx";
import { alternativesOf, resolved, typeOf } from "./schema.ts";
import { BooleanField, EnumField, NumberField, TextField } from "./simple-fields.tsx";

export function Field(props: FieldProps) {
  const schema = resolved(props.schema, props.root);
  const Control = controlFor(schema);
  return (
    <div data-path={props.path.join(".")}>
      <Control {...props} schema={schema} />
    </div>
  );
}

function controlFor(schema: FieldProps["schema"]) {
  if (schema.enum) return EnumField;
  if (schema.const !== undefined) return ConstantField;
  if (alternativesOf(schema).length > 0) return ChoiceField;
  switch (typeOf(schema)) {
    case "string":
      return schema["x-parley-choice"] ? NamedField : TextField;
    case "number":
    case "integer":
      return NumberField;
    case "boolean":
      return BooleanField;
    case "array":
      return schema.items ? ArrayField : RawField;
    case "object":
      return schema.properties ? ObjectField : RawField;
    default:
      return RawField;
  }
}

/** Nothing to choose: the alternative it belongs to says it. */
function ConstantField() {
  return null;
}
