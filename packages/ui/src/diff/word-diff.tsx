import { diffWords } from "./words.ts";
import classes from "./diff.module.css";

export function WordDiff({ before, after }: { before: string; after: string }) {
  return (
    <p className={classes["prose"]}>
      {diffWords(before, after).map(({ kind, item }, index) => {
        if (kind === "added")
          return (
            <ins key={index} className={classes["added"]}>
              {item}
            </ins>
          );
        if (kind === "removed")
          return (
            <del key={index} className={classes["removed"]}>
              {item}
            </del>
          );
        return <span key={index}>{item}</span>;
      })}
    </p>
  );
}
