// The flow as a file: JSON that can be imported again unchanged, or a picture.
import { boundsOf, grown, makeScene } from "../scene/scene.ts";
import { readColours } from "../scene/colours.ts";
import { paintCards, paintFrames } from "../scene/paint-cards.ts";
import { paint } from "../scene/paint.ts";
import type { Flow } from "@parley/flow";

export function flowText(flow: Flow): string {
  return `${JSON.stringify({ parleyFlow: 1, nodes: flow.nodes }, null, 2)}\n`;
}

export function exportJson(flow: Flow, name: string): void {
  download(new Blob([flowText(flow)], { type: "application/json" }), `${fileName(name)}.json`);
}

const largestSide = 8_000;
/** Twice the size on the screen, so that it stays sharp in a document. */
const sharp = 2;
/** Smaller than this, words in the nodes cannot be read. */
const leastForWords = 0.5;

/** Nodes with their words where the flow allows it, only with their names where it is too large for that. */
export async function exportImage(flow: Flow, name: string): Promise<void> {
  const scene = makeScene(flow);
  const bounds = boundsOf(scene.boxes);
  if (!bounds) return;
  const frame = grown(bounds, 40);
  const zoom = Math.min(sharp, largestSide / frame.width, largestSide / frame.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(frame.width * zoom);
  canvas.height = Math.ceil(frame.height * zoom);
  const context = canvas.getContext("2d");
  if (!context) return;
  const colours = readColours();
  const hasWords = zoom >= leastForWords;
  const view = { x: -frame.x * zoom, y: -frame.y * zoom, zoom, width: canvas.width, height: canvas.height };
  paint(
    context,
    {
      scene,
      selection: new Set(),
      selectedLink: null,
      litLinks: new Set(),
      litNodes: new Set(),
      activeNode: null,
      marks: new Map(),
      moved: null,
      pending: null,
    },
    view,
    colours,
    { isFar: !hasWords, scale: 1 },
  );
  if (hasWords) paintCards(context, scene.boxes, colours);
  context.globalCompositeOperation = "destination-over";
  if (hasWords) paintFrames(context, scene.boxes, colours);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = colours.page;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) download(blob, `${fileName(name)}.png`);
}

function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function fileName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .toLowerCase() || "flow"
  );
}
