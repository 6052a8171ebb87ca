import { useTexts } from "../texts.tsx";
import { itemsOf } from "./fields.ts";
import { folded } from "./lines.ts";
import { diffSequences } from "./sequence.ts";
import classes from "./diff.module.css";

const signs = { same: " ", added: "+", removed: "−" } as const;

/** Around each change; a list of hundreds would hide the one item that is new. */
const NEIGHBOURS = 2;

export function ListDiff({ before, after }: { before: unknown; after: unknown }) {
  const texts = useTexts();
  const words = { same: "", added: texts.added, removed: texts.removed };
  return (
    <ul className={classes["list"]}>
      {folded(diffSequences(itemsOf(before), itemsOf(after)), NEIGHBOURS).map((entry, index) =>
        entry.kind === "skipped" ? (
          <li key={index} className={classes["muted"]}>
            <span className={classes["sign"]} aria-hidden>
              ⋯
            </span>
            {texts.unchangedItems(entry.count)}
          </li>
        ) : (
          <li key={index} data-kind={entry.kind}>
            <span className={classes["sign"]} aria-hidden>
              {signs[entry.kind]}
            </span>
            {words[entry.kind] && <span className={classes["unseen"]}>{words[entry.kind]}: </span>}
            {entry.item}
          </li>
        ),
      )}
    </ul>
  );
}
