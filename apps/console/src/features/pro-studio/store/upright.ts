// A layout knows no up and down: where most branches would leave in the wrong order, so that their lines cross,
// it is turned over.
import type { LayoutPlace, LayoutRequest } from "./auto-layout.ts";

export function upright(
  places: readonly LayoutPlace[],
  { nodes, links }: LayoutRequest,
): readonly LayoutPlace[] {
  const tops = new Map(places.map(({ id, y }) => [id, y]));
  let balance = 0;
  for (const branches of Map.groupBy(links, (link) => link.from).values()) {
    branches.forEach(({ to }, i) => {
      const next = branches[i + 1];
      if (next) balance += Math.sign((tops.get(next.to) ?? 0) - (tops.get(to) ?? 0));
    });
  }
  if (balance >= 0) return places;
  const heights = new Map(nodes.map(({ id, height }) => [id, height]));
  return places.map((place) => ({ ...place, y: -place.y - (heights.get(place.id) ?? 0) }));
}
