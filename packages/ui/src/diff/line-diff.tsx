import { useTexts } from "../texts.tsx";
import { diffLines } from "./lines.ts";
import classes from "./diff.module.css";

const signs = { same: " ", added: "+", removed: "−" } as const;

/** Code, JSON or a file, line by line. */
export function LineDiff({ before, after, label }: { before: string; after: string; label?: string }) {
  const texts = useTexts();
  const lines = diffLines(before, after);
  if (before === after) return <p className={classes["none"]}>{texts.noDifferences}</p>;
  return (
    <div className={classes["lines"]} role="region" aria-label={label ?? texts.changed} tabIndex={0}>
      {lines.map((line, index) =>
        line.kind === "skipped" ? (
          <div key={index} className={classes["skipped"]}>
            {texts.unchangedLines(line.count)}
          </div>
        ) : (
          <div key={index} className={classes["lineRow"]} data-kind={line.kind}>
            <span className={classes["number"]}>{line.before}</span>
            <span className={classes["number"]}>{line.after}</span>
            <span className={classes["sign"]}>{signs[line.kind]}</span>
            <code>{line.text}</code>
          </div>
        ),
      )}
    </div>
  );
}
