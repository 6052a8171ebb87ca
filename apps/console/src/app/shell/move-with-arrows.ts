import type { KeyboardEvent } from "react";

/** Arrow keys walk through the links and buttons of a panel, from its filter field on. */
export function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a, button")];
  const index = stops.findIndex((stop) => stop === document.activeElement);
  stops[(index + step + stops.length) % stops.length]?.focus();
}
