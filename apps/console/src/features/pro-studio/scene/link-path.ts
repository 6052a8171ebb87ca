// The curve of a connection: where it runs, whether it is in view, and how far a point is from it.
import type { Link, Rect } from "./scene.ts";

export interface Curve {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** How far the two handles of the curve reach. */
  readonly reach: number;
}

export interface Moved {
  readonly ids: ReadonlySet<string>;
  readonly dx: number;
  readonly dy: number;
}

export function curveOf(link: Link, moved: Moved | null): Curve {
  const fromMoved = moved?.ids.has(link.from.id) ? moved : null;
  const toMoved = moved?.ids.has(link.to.id) ? moved : null;
  return curve(
    link.from.x + link.from.width + (fromMoved?.dx ?? 0),
    link.from.y + link.outY + (fromMoved?.dy ?? 0),
    link.to.x + (toMoved?.dx ?? 0),
    link.to.y + link.inY + (toMoved?.dy ?? 0),
  );
}

export function curve(x1: number, y1: number, x2: number, y2: number): Curve {
  const distance = Math.abs(x2 - x1);
  // A connection that leads back bows out further, so that it can be told from one that leads on.
  const reach = x2 >= x1 ? Math.min(Math.max(distance / 2, 32), 200) : Math.min(60 + distance / 4, 240);
  return { x1, y1, x2, y2, reach };
}

export function isCurveIn({ x1, y1, x2, y2, reach }: Curve, rect: Rect): boolean {
  const left = Math.min(x1, x2 - reach);
  const right = Math.max(x1 + reach, x2);
  if (left > rect.x + rect.width || right < rect.x) return false;
  return Math.min(y1, y2) <= rect.y + rect.height && Math.max(y1, y2) >= rect.y;
}

/** Squared distance from a point, by walking along the curve. */
export function distanceTo({ x1, y1, x2, y2, reach }: Curve, x: number, y: number): number {
  let nearest = Infinity;
  for (let i = 0; i <= 40; i++) {
    const t = i / 40;
    const u = 1 - t;
    const a = u * u * u;
    const b = 3 * u * u * t;
    const c = 3 * u * t * t;
    const d = t * t * t;
    const px = a * x1 + b * (x1 + reach) + c * (x2 - reach) + d * x2;
    const py = (a + b) * y1 + (c + d) * y2;
    nearest = Math.min(nearest, (px - x) ** 2 + (py - y) ** 2);
  }
  return nearest;
}

export function linkAt(links: readonly Link[], x: number, y: number, within: number): Link | undefined {
  let best: Link | undefined;
  let bestDistance = within * within;
  const around = { x: x - within, y: y - within, width: 2 * within, height: 2 * within };
  for (const link of links) {
    const path = curveOf(link, null);
    if (!isCurveIn(path, around)) continue;
    const distance = distanceTo(path, x, y);
    if (distance < bestDistance) {
      best = link;
      bestDistance = distance;
    }
  }
  return best;
}
