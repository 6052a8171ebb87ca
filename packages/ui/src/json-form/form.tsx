import { useState } from "react";
import { ChoicesContext } from "./named-field.tsx";
import { Field } from "./field.tsx";
import type { Choices, JsonFormProps } from "./props.ts";
import { isRecord } from "./schema.ts";
import type { Path, Schema } from "./schema.ts";
import { validate } from "./validate.ts";
import classes from "./json-form.module.css";

const none: Choices = {};

export function Form({
  schema,
  value,
  onChange,
  errors = [],
  errorPrefix = "",
  showsProblems = false,
  isReadOnly = false,
  choices = none,
}: JsonFormProps) {
  const root: Schema = isRecord(schema) ? schema : {};
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const problems = validate(root, value, root);
  const errorAt = (path: Path) => {
    const key = path.join(".");
    const fromServer = errors.find((error) => error.field === [errorPrefix, key].filter(Boolean).join("."));
    if (fromServer) return fromServer.message;
    if (!showsProblems && !touched.has(key)) return undefined;
    return problems.find((problem) => problem.path.join(".") === key)?.message;
  };
  return (
    <div
      className={classes["form"]}
      onBlur={(event) => {
        const field = event.target.closest("[data-path]")?.getAttribute("data-path");
        if (field && !touched.has(field)) setTouched(new Set(touched).add(field));
      }}
    >
      <ChoicesContext value={choices}>
        <Field
          schema={root}
          root={root}
          path={[]}
          label=""
          value={value}
          isRequired
          isReadOnly={isReadOnly}
          onChange={onChange}
          errorAt={errorAt}
        />
      </ChoicesContext>
    </div>
  );
}
