import classes from "./kbd.module.css";

const symbols: Record<string, string> = {
  Enter: "↵",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Mod: modifier(),
};

/** A key combination: <Kbd keys={["Mod", "K"]} />. Mod is Cmd on a Mac and Ctrl elsewhere. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className={classes["combination"]}>
      {keys.map((key) => (
        <kbd key={key} className={classes["key"]}>
          {symbols[key] ?? key}
        </kbd>
      ))}
    </span>
  );
}

function modifier(): string {
  return typeof navigator !== "undefined" && /Mac|iPhone|iPad/u.test(navigator.userAgent) ? "⌘" : "Ctrl";
}
