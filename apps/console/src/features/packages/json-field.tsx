import { CodeEditor } from "@parley/ui/code-editor";
import classes from "./packages.module.css";

type Props = {
  label: string;
  hint: string;
  text: string;
  error?: string | undefined;
  height?: number;
  onChange: (text: string) => void;
};

export function JsonField({ label, hint, text, error, height = 180, onChange }: Props) {
  const problem = error ?? problemOf(text);
  return (
    <div>
      <p className={classes["label"]}>{label}</p>
      <p className={classes["muted"]}>{hint}</p>
      <CodeEditor label={label} language="json" height={height} value={text} onChange={onChange} />
      {problem && (
        <p role="alert" className={classes["problem"]}>
          {problem}
        </p>
      )}
    </div>
  );
}

function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Undefined while it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function writeJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
