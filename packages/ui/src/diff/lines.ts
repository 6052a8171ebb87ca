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
  return folded(lines, context);
}

/** The items that changed and their neighbours; the rest is counted. */
export function folded<T extends { kind: "same" | "added" | "removed" }>(
  items: readonly T[],
  context: number,
): (T | { kind: "skipped"; count: number })[] {
  const isNear = items.map((_item, index) =>
    items.slice(Math.max(0, index - context), index + context + 1).some((item) => item.kind !== "same"),
  );
  const shown: (T | { kind: "skipped"; count: number })[] = [];
  let skipped: { kind: "skipped"; count: number } | undefined;
  items.forEach((item, index) => {
    if (isNear[index]) {
      skipped = undefined;
      shown.push(item);
    } else if (skipped) {
      skipped.count += 1;
    } else {
      skipped = { kind: "skipped", count: 1 };
      shown.push(skipped);
    }
  });
  return shown;
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/\r?\n/u);
}
