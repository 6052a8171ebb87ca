// What somebody has begun to write waits while they look elsewhere, and survives a reload of the page.
import { useState } from "react";

const keyOf = (place: string) => `parley-draft-${place}`;

export function readKeptText(place: string): string {
  try {
    return sessionStorage.getItem(keyOf(place)) ?? "";
  } catch {
    return "";
  }
}

export function keepText(place: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(keyOf(place));
    else sessionStorage.setItem(keyOf(place), text);
  } catch {
    // A browser that keeps nothing still shows what is in the box.
  }
}

/** `place` names the box and does not change while it is on the screen. */
export function useKeptText(place: string) {
  const [text, setText] = useState(() => readKeptText(place));
  const write = (next: string) => {
    keepText(place, next);
    setText(next);
  };
  return [text, write] as const;
}
