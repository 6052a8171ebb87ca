// The theme's colours for drawing on a canvas, read once per colour scheme.
import { nodeColours } from "./box.ts";
import type { Colours } from "./paint.ts";

export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    page: read("--parley-page"),
    surface: read("--parley-surface"),
    text: read("--parley-text"),
    muted: read("--parley-muted"),
    line: read("--parley-control-line"),
    accent: read("--parley-accent"),
    danger: read("--mantine-color-red-text"),
    warning: read("--mantine-color-yellow-text"),
    added: read("--mantine-color-green-text"),
    removed: read("--mantine-color-red-text"),
    fills: Object.fromEntries(nodeColours.map((name) => [name, read(`--mantine-color-${name}-light`)])),
    inks: Object.fromEntries(nodeColours.map((name) => [name, read(`--mantine-color-${name}-outline`)])),
  };
}
