// The shortest edit between two sequences (Myers 1986), after setting aside what both begin and end with.
export type Edit<Item> = { kind: "same" | "added" | "removed"; item: Item };

// Past this many edits two texts have little in common, and finding the shortest way would take seconds.
const maxEdits = 2_000;

export function diffSequences<Item>(before: readonly Item[], after: readonly Item[]): Edit<Item>[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  const same = (item: Item): Edit<Item> => ({ kind: "same", item });
  return [
    ...before.slice(0, start).map(same),
    ...shortestEdit(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function shortestEdit<Item>(before: readonly Item[], after: readonly Item[]): Edit<Item>[] {
  const limit = Math.min(before.length + after.length, maxEdits);
  const furthest = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    trace.push(new Map(furthest));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepsDown(furthest, diagonal, edits)
        ? (furthest.get(diagonal + 1) ?? 0)
        : (furthest.get(diagonal - 1) ?? 0) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      furthest.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return walkBack(before, after, trace);
    }
  }
  return [
    ...before.map((item): Edit<Item> => ({ kind: "removed", item })),
    ...after.map((item): Edit<Item> => ({ kind: "added", item })),
  ];
}

function stepsDown(furthest: Map<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (furthest.get(diagonal - 1) ?? 0) < (furthest.get(diagonal + 1) ?? 0);
}

function walkBack<Item>(
  before: readonly Item[],
  after: readonly Item[],
  trace: readonly Map<number, number>[],
): Edit<Item>[] {
  const edits: Edit<Item>[] = [];
  const push = (kind: Edit<Item>["kind"], source: readonly Item[], index: number) => {
    edits.push(...source.slice(index, index + 1).map((item) => ({ kind, item })));
  };
  let x = before.length;
  let y = after.length;
  for (let step = trace.length - 1; step >= 0; step -= 1) {
    const furthest = trace[step] ?? new Map<number, number>();
    const diagonal = x - y;
    const previous = stepsDown(furthest, diagonal, step) ? diagonal + 1 : diagonal - 1;
    const previousX = furthest.get(previous) ?? 0;
    const previousY = previousX - previous;
    while (x > previousX && y > previousY && x > 0 && y > 0) {
      push("same", before, x - 1);
      x -= 1;
      y -= 1;
    }
    if (step === 0) break;
    if (x === previousX) push("added", after, y - 1);
    else push("removed", before, x - 1);
    x = previousX;
    y = previousY;
  }
  return edits.reverse();
}
