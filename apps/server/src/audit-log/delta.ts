// How a change of a set reads in the log.
export interface Delta {
  /** In the plural: roles, teams, projects. */
  readonly what: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function hasChanges(deltas: readonly Delta[]): boolean {
  return deltas.some(({ added, removed }) => added.length + removed.length > 0);
}

/** Such as: added roles Bot builder, Auditor; removed teams Care. */
export function deltaSentence(deltas: readonly Delta[]): string {
  return deltas
    .flatMap(({ what, added, removed }) => [
      ...(added.length > 0 ? [`added ${what} ${added.join(", ")}`] : []),
      ...(removed.length > 0 ? [`removed ${what} ${removed.join(", ")}`] : []),
    ])
    .join("; ");
}

export function deltaValues(
  deltas: readonly Delta[],
  side: "added" | "removed",
): Record<string, readonly string[]> {
  return Object.fromEntries(
    deltas.filter((delta) => delta[side].length > 0).map((delta) => [delta.what, delta[side]]),
  );
}
