import { diffSequences } from "./sequence.ts";

export type DiffLine =
  | {
      kind: "same" | "added" | "removed";
      text: string;
      before: number | undefined;
      after: number | undefined;
    }
  | { kind: "skipped"; count: number };

/** Line by line with numbers; long unchanged stretches are folded to `context` lines around each change. */
export function diffLines(before: string, after: string, context = 3): DiffLine[] {
  let beforeNumber = 0;
  let afterNumber = 0;
  const lines = diffSequences(linesOf(before), linesOf(after)).map(({ kind, item }) => {
    if (kind !== "added") beforeNumber += 1;
    if (kind !== "removed") afterNumber += 1;
    return {
      kind,
      text: item,
      before: kind === "added" ? undefined : beforeNumber,
      after: kind === "removed" ? undefined : afterNumber,
    };
  });
  const isNear = lines.map((_line, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some((line) => line.kind !== "same"),
  );
  const shown: DiffLine[] = [];
  lines.forEach((line, index) => {
    const last = shown.at(-1);
    if (isNear[index]) shown.push(line);
    else if (last?.kind === "skipped") last.count += 1;
    else shown.push({ kind: "skipped", count: 1 });
  });
  return shown;
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/\r?\n/u);
}
