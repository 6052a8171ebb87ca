import { useTexts } from "../texts.tsx";
import { diffWords, isRewritten } from "./words.ts";
import classes from "./diff.module.css";

export function WordDiff({ before, after }: { before: string; after: string }) {
  const edits = diffWords(before, after);
  if (isRewritten(edits)) return <Rewritten before={before} after={after} />;
  return (
    <p className={classes["prose"]}>
      {edits.map(({ kind, item }, index) => {
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

/** Words in common by chance would cut both texts to pieces: each is shown whole, one under the other. */
function Rewritten({ before, after }: { before: string; after: string }) {
  const texts = useTexts();
  return (
    <div className={classes["whole"]}>
      <del className={classes["prose"]} data-kind="removed">
        <span className={classes["wholeLabel"]}>{texts.removed}</span>
        {before}
      </del>
      <ins className={classes["prose"]} data-kind="added">
        <span className={classes["wholeLabel"]}>{texts.added}</span>
        {after}
      </ins>
    </div>
  );
}
