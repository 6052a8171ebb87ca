// Keys that work on every page. None fires while somebody types.
import { useEffect, useLayoutEffect, useRef } from "react";
import { allCommands } from "../../shared/commands.ts";

type Options = { openPalette: () => void; openShortcuts: () => void; isPaused: boolean };

const sequenceMs = 1_200;

export function useShortcuts(options: Options): void {
  const latest = useRef(options);
  // With the page, not after it: a key pressed the moment a dialog is gone counts.
  useLayoutEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    let first: { key: string; at: number } | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { openPalette, openShortcuts, isPaused } = latest.current;
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        openPalette();
        return;
      }
      if (isPaused || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "?") return openShortcuts();
      if (event.key === "/") {
        const search = document.querySelector<HTMLInputElement>(
          "input[data-page-search], [data-page-search] input",
        );
        event.preventDefault();
        if (search) search.focus();
        else openPalette();
        return;
      }
      const before = first && event.timeStamp - first.at < sequenceMs ? first.key : undefined;
      const command = allCommands().find(({ keys }) =>
        keys?.length === 1 ? keys[0] === event.key : keys?.[0] === before && keys?.[1] === event.key,
      );
      first = command ? undefined : { key: event.key, at: event.timeStamp };
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role='textbox']"))
  );
}
