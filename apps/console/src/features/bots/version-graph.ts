// The versions as a graph, newest first: each on a lane, lanes meet at the version that others are based on.
import type { VersionGraphEntry } from "@parley/bot-data/version";

export type GraphRow = {
  version: VersionGraphEntry;
  lane: number;
  /** Lanes whose line passes by without stopping here. */
  passing: number[];
  /** Lanes that come from above and end in this version. */
  arriving: number[];
  /** Whether this version is itself based on one below. */
  goesOn: boolean;
};

export function graphRows(versions: readonly VersionGraphEntry[]): { rows: GraphRow[]; lanes: number } {
  const ids = new Set(versions.map((version) => version.id));
  // What each lane leads down to; undefined when the lane is free.
  const lanes: (string | undefined)[] = [];
  const rows = versions
    .toSorted((a, b) => b.number - a.number)
    .map((version): GraphRow => {
      const arriving = lanes.flatMap((id, lane) => (id === version.id ? [lane] : []));
      const free = lanes.indexOf(undefined);
      const lane = arriving[0] ?? (free < 0 ? lanes.length : free);
      for (const ended of arriving) lanes[ended] = undefined;
      const passing = lanes.flatMap((id, index) => (id === undefined ? [] : [index]));
      const parent = version.basedOn !== null && ids.has(version.basedOn) ? version.basedOn : undefined;
      lanes[lane] = parent;
      return { version, lane, passing, arriving, goesOn: parent !== undefined };
    });
  return { rows, lanes: Math.max(1, lanes.length) };
}
