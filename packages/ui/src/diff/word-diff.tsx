import { useTexts } from "../texts.tsx";
import type { Edit } from "./sequence.ts";
import { diffText } from "./words.ts";
import classes from "./diff.module.css";

export function WordDiff({ before, after }: { before: string; after: string }) {
  return (
    <div className={classes["text"]}>
      {diffText(before, after).map((part, index) =>
        part.kind === "rewritten" ? (
          <Rewritten key={index} before={part.before} after={part.after} />
        ) : (
          <Words key={index} edits={part.edits} />
        ),
      )}
    </div>
  );
}

function Words({ edits }: { edits: readonly Edit<string>[] }) {
  if (edits.every(({ item }) => item.trim() === "")) return null;
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
        {before.trimEnd()}
      </del>
      <ins className={classes["prose"]} data-kind="added">
        <span className={classes["wholeLabel"]}>{texts.added}</span>
        {after.trimEnd()}
      </ins>
    </div>
  );
}
