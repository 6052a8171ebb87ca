// Keys pressed after a field was asked for and before it has the focus.
import { useLayoutEffect, useRef } from "react";

type Options = {
  isWaiting: boolean;
  onType: (change: (typed: string) => string) => void;
  onEscape: () => void;
};

/**
 * Keeps what is typed, and keeps it from the page: on a canvas letters are commands. Enter is not kept, so that
 * nothing runs that nobody saw.
 */
export function useEarlyKeys(options: Options): void {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const { isWaiting } = options;
  // With the page, not after it: the next key may come at once.
  useLayoutEffect(() => {
    if (!isWaiting) return;
    const onKeyDown = (event: KeyboardEvent) => {
      event.stopImmediatePropagation();
      if (isForTheBrowser(event)) return;
      event.preventDefault();
      const { onType, onEscape } = latest.current;
      if (event.key === "Escape") onEscape();
      const change = typedBy(event);
      if (change) onType(change);
    };
    addEventListener("keydown", onKeyDown, true);
    return () => removeEventListener("keydown", onKeyDown, true);
  }, [isWaiting]);
}

/** What a key does to the text so far. */
export function typedBy(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "getModifierState">) {
  if (event.key === "Backspace") return (typed: string) => typed.slice(0, -1);
  const isChord = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  // Other keys have names of several letters.
  if (!/^.$/u.test(event.key) || isChord) return undefined;
  return (typed: string) => typed + event.key;
}

/** Reloading must work while a download hangs. */
function isForTheBrowser({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return /^F\d+$/u.test(key) || ((ctrlKey || metaKey) && key.toLowerCase() === "r");
}
