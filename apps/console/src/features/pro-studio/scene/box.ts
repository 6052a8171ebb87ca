// How large a node is and where its outputs are, known without asking the browser: that is what keeps a
// canvas of thousands of nodes quick, and what lets the far view and the exported image draw the same thing.
import { isCanvasOnly, layoutOf, nodeTitle, nodeTypeOf, portsOf } from "@parley/flow";
import type { FlowNode } from "@parley/flow";

export interface Anchor {
  readonly port: string;
  readonly label: string;
  readonly kind: "next" | "branch" | "else" | "failure";
  /** From the top of the box; outputs leave on the right. */
  readonly y: number;
}

export interface Box {
  readonly id: string;
  readonly node: FlowNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly anchors: readonly Anchor[];
  readonly title: string;
  readonly text: string;
  readonly colour: string;
  readonly isGroup: boolean;
  readonly isNote: boolean;
}

export const grid = 8;
export const nodeWidth = 248;
export const headHeight = 36;
export const textHeight = 44;
export const rowHeight = 24;
const foot = 6;
/** Where connections arrive, from the top of the box. */
export const inputY = headHeight / 2;

const categoryColours: Readonly<Record<string, string>> = {
  talk: "teal",
  ask: "blue",
  logic: "violet",
  action: "orange",
  finish: "gray",
  canvas: "yellow",
};

export const nodeColours = ["gray", "red", "orange", "yellow", "green", "teal", "blue", "violet"] as const;

export function boxOf(node: FlowNode): Box {
  const layout = layoutOf(node);
  const isGroup = node.nodeType === "group";
  const isNote = node.nodeType === "note";
  const anchors = isCanvasOnly(node) ? [] : anchorsOf(node);
  const text = textOf(node);
  const least = smallest(node);
  return {
    id: node.id,
    node,
    x: layout.x,
    y: layout.y,
    width: isGroup || isNote ? Math.max(layout.width ?? least.width, 96) : nodeWidth,
    height: isGroup || isNote ? Math.max(layout.height ?? least.height, 64) : heightOf(anchors, text),
    anchors,
    title: nodeTitle(node),
    text,
    colour: layout.colour || categoryColours[nodeTypeOf(node).category] || "gray",
    isGroup,
    isNote,
  };
}

function smallest(node: FlowNode): { width: number; height: number } {
  return node.nodeType === "group" ? { width: 480, height: 320 } : { width: 224, height: 128 };
}

/** A lone output needs no row of its own: it leaves from the head. */
function anchorsOf(node: FlowNode): readonly Anchor[] {
  const ports = portsOf(node);
  const [only] = ports;
  if (ports.length === 1 && only?.kind === "next") {
    return [{ port: only.id, label: only.label, kind: only.kind, y: inputY }];
  }
  const top = headHeight + (textOf(node) === "" ? 0 : textHeight);
  return ports.map(({ id, label, kind }, i) => ({
    port: id,
    label,
    kind,
    y: top + i * rowHeight + rowHeight / 2,
  }));
}

function heightOf(anchors: readonly Anchor[], text: string): number {
  const rows = anchors.filter((anchor) => anchor.y !== inputY).length;
  return (
    headHeight + (text === "" ? 0 : textHeight) + rows * rowHeight + (rows > 0 || text !== "" ? foot : 0)
  );
}

/** What the box says below its name. */
function textOf(node: FlowNode): string {
  if (isCanvasOnly(node)) return node.description;
  if (node.message !== "") return node.message;
  const { url, prompt, scriptId, name, question, seconds } = node.parameterInput;
  for (const value of [url, prompt, scriptId, name, question]) {
    if (typeof value === "string" && value !== "") return value;
  }
  if (node.nodeType === "wait" && typeof seconds === "number") return `${seconds} s`;
  if (node.nodeType === "set-variables") {
    return node.variables
      .map((variable) => variable.name)
      .filter(Boolean)
      .join(", ");
  }
  if (node.nodeType === "decision") return node.decisionVariable;
  return node.description;
}
