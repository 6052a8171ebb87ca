// How a change of a set reads in the log.
export interface Delta {
  /** In the plural: roles, teams, projects. */
  readonly what: string;
  /** The project where the roles are held. */
  readonly in?: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function hasChanges(deltas: readonly Delta[]): boolean {
  return deltas.some(({ added, removed }) => added.length + removed.length > 0);
}

/** Such as: added the roles Bot builder and Auditor; removed the team Care. */
export function deltaSentence(deltas: readonly Delta[]): string {
  return deltas
    .flatMap((delta) => [
      ...(delta.added.length > 0 ? [`added ${named(delta, delta.added)}`] : []),
      ...(delta.removed.length > 0 ? [`removed ${named(delta, delta.removed)}`] : []),
    ])
    .join("; ");
}

function named({ what, in: place }: Delta, names: readonly string[]): string {
  const noun = names.length === 1 ? what.replace(/s$/u, "") : what;
  return `the ${noun} ${listed(names)}${place === undefined ? "" : ` in ${place}`}`;
}

/** A sentence names a few; the values before and after have them all. */
const mostNamed = 6;

function listed(names: readonly string[]): string {
  const shown = names.length > mostNamed ? names.slice(0, mostNamed - 1) : names.slice(0, -1);
  const last = names.length > mostNamed ? `${names.length - shown.length} more` : names.at(-1);
  return shown.length === 0 ? String(last) : `${shown.join(", ")} and ${last}`;
}

export function deltaValues(
  deltas: readonly Delta[],
  side: "added" | "removed",
): Record<string, readonly string[]> {
  return Object.fromEntries(
    deltas
      .filter((delta) => delta[side].length > 0)
      .map((delta) => [delta.in === undefined ? delta.what : `${delta.what} in ${delta.in}`, delta[side]]),
  );
}
