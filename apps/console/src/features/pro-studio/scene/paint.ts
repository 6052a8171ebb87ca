// Draws the scene on a 2D canvas. Near, only the connections: the nodes are elements, so that they can be
// focused and read out. Far, everything: thousands of elements would cost hundreds of milliseconds a step.
import type { Box } from "./box.ts";
import { curveOf, isCurveIn } from "./link-path.ts";
import type { Curve, Moved } from "./link-path.ts";
import { intersects } from "./scene.ts";
import type { Link, Rect, Scene } from "./scene.ts";

export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

export interface Colours {
  readonly page: string;
  readonly surface: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly accent: string;
  readonly danger: string;
  readonly warning: string;
  readonly added: string;
  readonly removed: string;
  readonly fills: Readonly<Record<string, string>>;
  readonly inks: Readonly<Record<string, string>>;
}

export type Mark = "added" | "changed" | "removed";

export interface Picture {
  readonly scene: Scene;
  readonly selection: ReadonlySet<string>;
  readonly selectedLink: { readonly from: string; readonly port: string } | null;
  /** Connections the test chat has just taken, as "node port". */
  readonly litLinks: ReadonlySet<string>;
  readonly litNodes: ReadonlySet<string>;
  readonly activeNode: string | null;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly moved: Moved | null;
  /** The connection being drawn. */
  readonly pending: Curve | null;
}

export const farZoom = 0.42;
const textZoom = 0.17;
/** More lines than this passing through say nothing and cost time: the longest are left out. */
const passingLinks = 250;
const linksPerStroke = 48;

export function viewRect(view: View): Rect {
  return {
    x: -view.x / view.zoom,
    y: -view.y / view.zoom,
    width: view.width / view.zoom,
    height: view.height / view.zoom,
  };
}

export function paint(
  context: CanvasRenderingContext2D,
  picture: Picture,
  view: View,
  colours: Colours,
  options: { isFar: boolean; scale: number },
): void {
  const { scale } = options;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, view.width * scale, view.height * scale);
  const factor = view.zoom * scale;
  context.setTransform(factor, 0, 0, factor, view.x * scale, view.y * scale);
  const rect = viewRect(view);
  if (options.isFar) paintGroups(context, picture, rect, colours);
  paintLinks(context, picture, rect, view, colours);
  if (options.isFar) paintBoxes(context, picture, rect, view, colours);
  if (picture.pending) strokeCurves(context, [picture.pending], colours.accent, 2 / view.zoom);
}

function paintLinks(
  context: CanvasRenderingContext2D,
  picture: Picture,
  rect: Rect,
  view: View,
  colours: Colours,
): void {
  const { plain, lit, selected } = linksIn(picture, rect);
  const width = Math.max(1.25, 0.9 / view.zoom);
  strokeCurves(context, plain, colours.muted, width, view.zoom < textZoom);
  strokeCurves(context, lit, colours.accent, width * 2);
  strokeCurves(context, selected, colours.accent, width * 2.4);
  if (view.zoom > 0.3) {
    arrows(context, plain, colours.muted);
    arrows(context, lit, colours.accent);
    arrows(context, selected, colours.accent);
  }
}

function linksIn(picture: Picture, rect: Rect): { plain: Curve[]; lit: Curve[]; selected: Curve[] } {
  const plain: Curve[] = [];
  const passing: Curve[] = [];
  const lit: Curve[] = [];
  const selected: Curve[] = [];
  for (const link of picture.scene.links) {
    const path = curveOf(link, picture.moved);
    if (!isCurveIn(path, rect)) continue;
    if (isSelected(link, picture)) selected.push(path);
    else if (picture.litLinks.size > 0 && picture.litLinks.has(`${link.from.id} ${link.port}`))
      lit.push(path);
    else if (intersects(link.from, rect) || intersects(link.to, rect)) plain.push(path);
    else passing.push(path);
  }
  const shown = passing.length > passingLinks ? shortest(passing) : passing;
  return { plain: plain.concat(shown), lit, selected };
}

function isSelected(link: Link, { selectedLink }: Picture): boolean {
  return selectedLink !== null && link.from.id === selectedLink.from && link.port === selectedLink.port;
}

function shortest(curves: Curve[]): Curve[] {
  const lengthOf = (path: Curve) => Math.abs(path.x2 - path.x1) + Math.abs(path.y2 - path.y1);
  return curves.toSorted((a, b) => lengthOf(a) - lengthOf(b)).slice(0, passingLinks);
}

/** One path for all of them is slow where they cross, one path each is slow to issue. */
function strokeCurves(
  context: CanvasRenderingContext2D,
  curves: readonly Curve[],
  colour: string,
  width: number,
  isStraight = false,
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  for (let first = 0; first < curves.length; first += linksPerStroke) {
    context.beginPath();
    for (let i = first; i < Math.min(first + linksPerStroke, curves.length); i++) {
      const path = curves[i];
      if (!path) continue;
      context.moveTo(path.x1, path.y1);
      if (isStraight) context.lineTo(path.x2, path.y2);
      else
        context.bezierCurveTo(path.x1 + path.reach, path.y1, path.x2 - path.reach, path.y2, path.x2, path.y2);
    }
    context.stroke();
  }
}

function arrows(context: CanvasRenderingContext2D, curves: readonly Curve[], colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  for (const { x2, y2 } of curves) {
    context.moveTo(x2, y2);
    context.lineTo(x2 - 8, y2 - 4);
    context.lineTo(x2 - 8, y2 + 4);
    context.closePath();
  }
  context.fill();
}

function paintGroups(
  context: CanvasRenderingContext2D,
  picture: Picture,
  rect: Rect,
  colours: Colours,
): void {
  for (const box of picture.scene.boxes) {
    if (!box.isGroup || !intersects(box, rect)) continue;
    context.globalAlpha = 0.5;
    context.fillStyle = colours.fills[box.colour] ?? colours.surface;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.globalAlpha = 1;
  }
}

function paintBoxes(
  context: CanvasRenderingContext2D,
  picture: Picture,
  rect: Rect,
  view: View,
  colours: Colours,
): void {
  const shown = picture.scene.boxes.filter(
    (box) => !box.isGroup && (picture.moved?.ids.has(box.id) || intersects(box, rect)),
  );
  const place = (box: Box) => {
    const moved = picture.moved?.ids.has(box.id) ? picture.moved : null;
    return { x: box.x + (moved?.dx ?? 0), y: box.y + (moved?.dy ?? 0) };
  };
  for (const [colour, boxes] of Map.groupBy(shown, (box) => box.colour)) {
    context.fillStyle = colours.fills[colour] ?? colours.surface;
    for (const box of boxes) {
      const { x, y } = place(box);
      context.fillRect(x, y, box.width, box.height);
    }
    context.fillStyle = colours.inks[colour] ?? colours.muted;
    for (const box of boxes) {
      const { x, y } = place(box);
      context.fillRect(x, y, 5, box.height);
    }
  }
  if (view.zoom >= textZoom) titles(context, shown, place, view, colours);
  outlines(context, picture, shown, place, view, colours);
}

type Place = (box: Box) => { x: number; y: number };

/** Names stay readable: they keep their size on the screen and are cut to the box. */
function titles(
  context: CanvasRenderingContext2D,
  boxes: readonly Box[],
  place: Place,
  view: View,
  colours: Colours,
): void {
  const size = Math.max(10 / view.zoom, 13);
  context.font = `500 ${size}px "Inter Variable", sans-serif`;
  context.textBaseline = "middle";
  context.fillStyle = colours.text;
  for (const box of boxes) {
    const letters = Math.floor((box.width - 20) / (size * 0.56));
    if (letters < 3) continue;
    const { x, y } = place(box);
    const title = box.title.length > letters ? `${box.title.slice(0, letters - 1)}…` : box.title;
    context.fillText(title, x + 14, y + box.height / 2);
  }
}

function outlines(
  context: CanvasRenderingContext2D,
  picture: Picture,
  boxes: readonly Box[],
  place: Place,
  view: View,
  colours: Colours,
): void {
  for (const box of boxes) {
    const mark = picture.marks.get(box.id);
    const colour = picture.selection.has(box.id)
      ? colours.accent
      : box.id === picture.activeNode || picture.litNodes.has(box.id)
        ? colours.accent
        : mark === "removed"
          ? colours.removed
          : mark === "added"
            ? colours.added
            : mark === "changed"
              ? colours.warning
              : undefined;
    if (colour === undefined) continue;
    const { x, y } = place(box);
    context.strokeStyle = colour;
    context.lineWidth = 2.5 / view.zoom;
    context.strokeRect(x, y, box.width, box.height);
  }
}
