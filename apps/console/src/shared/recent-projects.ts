// The projects somebody opened last, newest first, in this browser. They lead the palette and the switcher.
import { readStored, writeStored } from "@parley/ui/stored";

const key = "parley.recentProjects";
const kept = 8;

export function recentProjectIds(): string[] {
  const stored = readStored(key);
  return stored ? stored.split(" ").filter(Boolean) : [];
}

export function rememberProject(id: string): void {
  writeStored(key, [id, ...recentProjectIds().filter((other) => other !== id)].slice(0, kept).join(" "));
}
