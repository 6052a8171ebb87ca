import { Field } from "./field.tsx";
import type { FieldProps } from "./props.ts";
import { isRecord, labelOf, resolved } from "./schema.ts";
import classes from "./json-form.module.css";

export function ObjectField(props: FieldProps) {
  const { schema, root, path, label, value, isReadOnly, onChange, errorAt } = props;
  const current = isRecord(value) ? value : {};
  const fields = Object.entries(schema.properties ?? {}).map(([key, property]) => (
    <Field
      key={key}
      schema={property}
      root={root}
      path={[...path, key]}
      label={labelOf(resolved(property, root), key)}
      value={current[key]}
      isRequired={schema.required?.includes(key) ?? false}
      isReadOnly={isReadOnly}
      errorAt={errorAt}
      onChange={(next) => {
        const { [key]: _replaced, ...rest } = current;
        onChange(next === undefined ? rest : { ...current, [key]: next });
      }}
    />
  ));
  if (label === "") return <div className={classes["fields"]}>{fields}</div>;
  return (
    <fieldset className={classes["group"]}>
      <legend className={classes["legend"]}>{label}</legend>
      {schema.description && <p className={classes["description"]}>{schema.description}</p>}
      <div className={classes["fields"]}>{fields}</div>
      {errorAt(path) && <p className={classes["error"]}>{errorAt(path)}</p>}
    </fieldset>
  );
}
