import type { VersionGraphEntry } from "@parley/bot-data/version";

/** Newest root first; below each version the ones based on it. */
export function inTreeOrder(
  versions: readonly VersionGraphEntry[],
): { version: VersionGraphEntry; depth: number }[] {
  const ids = new Set(versions.map((version) => version.id));
  const childrenOf = Map.groupBy(versions, (version) =>
    version.basedOn !== null && ids.has(version.basedOn) ? version.basedOn : "",
  );
  const walk = (parent: string, depth: number): { version: VersionGraphEntry; depth: number }[] =>
    (childrenOf.get(parent) ?? [])
      .toSorted((a, b) => b.number - a.number)
      .flatMap((version) => [{ version, depth }, ...walk(version.id, depth + 1)]);
  return walk("", 0);
}
