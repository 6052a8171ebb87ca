import { useTexts } from "../texts.tsx";
import { itemsOf } from "./fields.ts";
import { diffSequences } from "./sequence.ts";
import classes from "./diff.module.css";

const signs = { same: " ", added: "+", removed: "−" } as const;

export function ListDiff({ before, after }: { before: unknown; after: unknown }) {
  const texts = useTexts();
  const words = { same: "", added: texts.added, removed: texts.removed };
  return (
    <ul className={classes["list"]}>
      {diffSequences(itemsOf(before), itemsOf(after)).map(({ kind, item }, index) => (
        <li key={index} data-kind={kind}>
          <span className={classes["sign"]} aria-hidden>
            {signs[kind]}
          </span>
          {words[kind] && <span className={classes["unseen"]}>{words[kind]}: </span>}
          {item}
        </li>
      ))}
    </ul>
  );
}
