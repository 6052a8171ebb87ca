// Nodes as they look near, drawn for a picture: name, number, words and outputs.
import { headHeight, inputY } from "./box.ts";
import type { Box } from "./box.ts";
import type { Colours } from "./paint.ts";

type Context = CanvasRenderingContext2D;

const family = '"Inter Variable", sans-serif';
const lineHeight = 18;

export function paintCards(context: Context, boxes: readonly Box[], colours: Colours): void {
  context.textBaseline = "middle";
  for (const box of boxes) if (box.isNote) paintNote(context, box, colours);
  for (const box of boxes) if (!box.isNote && !box.isGroup) paintCard(context, box, colours);
}

/** The frames of groups, painted below what is there: the name before what lies behind it. */
export function paintFrames(context: Context, boxes: readonly Box[], colours: Colours): void {
  context.textBaseline = "middle";
  for (const box of boxes) {
    if (!box.isGroup) continue;
    write(context, box.title, { x: box.x + 12, y: box.y + 16 }, `550 13px ${family}`, colours.text);
    roundedBox(context, box, colours.fills[box.colour] ?? colours.surface, colours.line);
  }
}

function paintCard(context: Context, box: Box, colours: Colours): void {
  const { x, y, width } = box;
  roundedBox(context, box, colours.surface, colours.line);
  context.fillStyle = colours.inks[box.colour] ?? colours.muted;
  context.fillRect(x, y + 8, 4, headHeight - 16);
  const number = `#${box.node.nodeNumber}`;
  context.font = `550 13px ${family}`;
  const title = cut(context, box.title, width - 72);
  write(context, title, { x: x + 14, y: y + inputY }, context.font, colours.text);
  writeRight(context, number, { x: x + width - 14, y: y + inputY }, colours.muted);
  context.font = `12px ${family}`;
  for (const [i, line] of twoLines(context, box.text, width - 26).entries()) {
    write(context, line, { x: x + 14, y: y + headHeight + 9 + i * lineHeight }, context.font, colours.muted);
  }
  for (const anchor of box.anchors) {
    const isRow = anchor.y !== inputY;
    const label = isRow ? cut(context, anchor.label, width - 32) : "";
    writeRight(context, label, { x: x + width - 14, y: y + anchor.y }, colours.text);
    context.fillStyle = anchor.kind === "failure" ? colours.danger : colours.muted;
    context.beginPath();
    context.arc(x + width, y + anchor.y, 4, 0, 2 * Math.PI);
    context.fill();
  }
}

function paintNote(context: Context, box: Box, colours: Colours): void {
  const ink = colours.inks[box.colour] ?? colours.line;
  roundedBox(context, box, colours.surface, ink);
  roundedBox(context, box, colours.fills[box.colour] ?? colours.surface, ink);
  context.font = `13px ${family}`;
  const most = Math.max(1, Math.floor((box.height - 20) / lineHeight));
  for (const [i, line] of linesOf(context, box.text || box.title, box.width - 24, most).entries()) {
    write(context, line, { x: box.x + 12, y: box.y + 19 + i * lineHeight }, context.font, colours.text);
  }
}

function roundedBox(context: Context, { x, y, width, height }: Box, fill: string, line: string): void {
  context.beginPath();
  context.roundRect(x, y, width, height, 7);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = line;
  context.lineWidth = 1;
  context.stroke();
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function write(context: Context, text: string, { x, y }: Place, font: string, colour: string): void {
  context.font = font;
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

function writeRight(context: Context, text: string, { x, y }: Place, colour: string): void {
  context.textAlign = "right";
  write(context, text, { x, y }, `12px ${family}`, colour);
  context.textAlign = "left";
}

const twoLines = (context: Context, text: string, width: number) => linesOf(context, text, width, 2);

/** Broken between words; what does not fit into the last line ends with an ellipsis. */
function linesOf(
  context: Pick<Context, "measureText">,
  text: string,
  width: number,
  most: number,
): readonly string[] {
  const lines: string[] = [];
  let line = "";
  const words = text.split(/\s+/).filter(Boolean);
  for (const [i, word] of words.entries()) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (context.measureText(longer).width <= width) {
      line = longer;
      continue;
    }
    if (lines.length === most - 1) return [...lines, cut(context, words.slice(i).join(" "), width, line)];
    if (line !== "") lines.push(line);
    line = cut(context, word, width);
  }
  return line === "" ? lines : [...lines, line];
}

/** As much of it as fits, after what is there already. */
function cut(context: Pick<Context, "measureText">, text: string, width: number, before = ""): string {
  const whole = before === "" ? text : `${before} ${text}`;
  if (context.measureText(whole).width <= width) return whole;
  let low = 0;
  let high = whole.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (context.measureText(`${whole.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${whole.slice(0, low).trimEnd()}…`;
}
