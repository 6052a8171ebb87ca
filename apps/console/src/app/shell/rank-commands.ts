import type { Command } from "../../shared/commands.ts";

/** Best matches first, groups kept together in the order of their best match. */
export function rankCommands(commands: readonly Command[], query: string): Command[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [...commands];
  const scored = commands
    .map((command) => ({ command, score: scoreOf(command, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score);
  const groups = Map.groupBy(scored, ({ command }) => command.group);
  return [...groups.values()].flat().map(({ command }) => command);
}

/** 4 the whole label, 3 its beginning, 2 the beginning of a word, 1 anywhere or every word somewhere. */
function scoreOf(command: Command, wanted: string): number {
  const label = command.label.toLowerCase();
  if (label === wanted) return 4;
  if (label.startsWith(wanted)) return 3;
  if (label.includes(` ${wanted}`)) return 2;
  const all = `${label} ${command.keywords ?? ""} ${command.group} ${command.detail ?? ""}`.toLowerCase();
  return wanted.split(/\s+/u).every((word) => all.includes(word)) ? 1 : 0;
}
