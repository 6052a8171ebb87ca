// The one way Parley shows what changed: fields side by side, prose by word, lists by item, code by line.
import { isChanged, kindOf, readable } from "./diff/fields.ts";
import type { DiffField } from "./diff/fields.ts";
import { LineDiff } from "./diff/line-diff.tsx";
import { ListDiff } from "./diff/list-diff.tsx";
import { WordDiff } from "./diff/word-diff.tsx";
import { useTexts } from "./texts.tsx";
import classes from "./diff/diff.module.css";

export type { DiffField } from "./diff/fields.ts";
export { LineDiff } from "./diff/line-diff.tsx";
export { WordDiff } from "./diff/word-diff.tsx";

type Props = {
  fields: readonly DiffField[];
  /** Names of the two sides: "Version 3", "Version 4". */
  beforeLabel?: string;
  afterLabel?: string;
  showsUnchanged?: boolean;
};

export function DiffView({ fields, beforeLabel, afterLabel, showsUnchanged = false }: Props) {
  const texts = useTexts();
  const shown = showsUnchanged ? fields : fields.filter(isChanged);
  if (shown.length === 0) return <p className={classes["none"]}>{texts.noDifferences}</p>;
  return (
    <div className={classes["scroll"]}>
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{beforeLabel ?? texts.before}</th>
            <th scope="col">{afterLabel ?? texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((field) => (
            <tr key={field.label}>
              <th scope="row">{field.label}</th>
              <FieldCells field={field} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FieldCells({ field }: { field: DiffField }) {
  const texts = useTexts();
  const kind = kindOf(field);
  const before = readable(field.before);
  const after = readable(field.after);
  if (kind === "text")
    return (
      <td colSpan={2}>
        <WordDiff before={before} after={after} />
      </td>
    );
  if (kind === "list")
    return (
      <td colSpan={2}>
        <ListDiff before={field.before} after={field.after} />
      </td>
    );
  if (kind === "lines")
    return (
      <td colSpan={2} className={classes["code"]}>
        <LineDiff before={before} after={after} />
      </td>
    );
  if (before === after)
    return (
      <td colSpan={2} className={classes["muted"]}>
        {before || texts.empty}
      </td>
    );
  return (
    <>
      <td>
        <Value text={before} kind="removed" />
      </td>
      <td>
        <Value text={after} kind="added" />
      </td>
    </>
  );
}

function Value({ text, kind }: { text: string; kind: "added" | "removed" }) {
  const texts = useTexts();
  if (text === "") return <span className={classes["muted"]}>{texts.empty}</span>;
  return kind === "added" ? (
    <ins className={classes["added"]}>{text}</ins>
  ) : (
    <del className={classes["removed"]}>{text}</del>
  );
}
