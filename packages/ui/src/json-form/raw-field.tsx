// What no control can show is edited as JSON; half-typed text stays until it can be read.
import { useState } from "react";
import { CodeEditor } from "../code-editor.tsx";
import type { FieldProps } from "./props.ts";
import classes from "./json-form.module.css";

type Draft = { text: string; parsed: unknown; isBroken: boolean };

export function RawField({ schema, path, label, value, isReadOnly, onChange, errorAt }: FieldProps) {
  const written = value === undefined ? "" : JSON.stringify(value, null, 2);
  const [draft, setDraft] = useState<Draft>();
  // What was typed stays as it was typed, for as long as it says what the form holds or says nothing yet.
  const isCurrent = draft && (draft.isBroken || JSON.stringify(draft.parsed) === JSON.stringify(value));
  const problem = draft?.isBroken ? "This is not JSON yet." : errorAt(path);
  return (
    <div className={classes["raw"]}>
      <span className={classes["legend"]}>{label || "JSON"}</span>
      {schema.description && <p className={classes["description"]}>{schema.description}</p>}
      <CodeEditor
        label={label || "JSON"}
        language="json"
        height={140}
        isReadOnly={isReadOnly}
        value={isCurrent ? draft.text : written}
        onChange={(text) => {
          const next = read(text);
          setDraft(next);
          if (!next.isBroken) onChange(next.parsed);
        }}
      />
      {problem && <p className={classes["error"]}>{problem}</p>}
    </div>
  );
}

function read(text: string): Draft {
  if (text.trim() === "") return { text, parsed: undefined, isBroken: false };
  try {
    return { text, parsed: JSON.parse(text), isBroken: false };
  } catch {
    return { text, parsed: undefined, isBroken: true };
  }
}
