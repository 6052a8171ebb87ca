// What people do to a flow, as operations. Canvas, outline, palette and shortcuts all come through here.
import {
  createNode,
  isCanvasOnly,
  layoutOf,
  linkFrom,
  nextNodeNumber,
  nodeById,
  nodeTitle,
  nodeTypes,
} from "@parley/flow";
import type { Flow, FlowNode, Operation } from "@parley/flow";
import { boxOf, grid, nodeWidth } from "../scene/box.ts";
import { boundsOf, boxesIn, grown, sceneOf } from "../scene/scene.ts";
import type { EditorStore, LinkRef } from "./editor-store.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const newId = (): string => crypto.randomUUID();

export const snapped = (value: number): number => Math.round(value / grid) * grid;

interface AddOptions {
  readonly at?: Point | null;
  readonly from?: LinkRef | null;
}

/** Adds a node, connects it when asked to, selects it, and says its id. */
export function addNode(editor: EditorStore, nodeType: string, { at, from }: AddOptions = {}): string {
  const { flow, versionId, apply, say } = editor.getState();
  const place = at ?? placeFor(flow, from ?? null);
  const id = newId();
  const type = nodeTypes.find((candidate) => candidate.type === nodeType);
  const node = createNode(nodeType, id, {
    solutionVersionId: versionId,
    nodeNumber: nextNodeNumber(flow),
    order: nextOrder(flow),
    behaviors: { layout: { x: snapped(place.x), y: snapped(place.y) } },
  });
  const operations: Operation[] = [{ type: "addNodes", nodes: [node] }];
  if (from && type?.category !== "canvas" && nodeType !== "start") {
    operations.push({ type: "connect", from: from.from, port: from.port, to: id });
  }
  const label = say("edits.addNamed", { name: node.nodeName || nodeType });
  apply({ type: "batch", operations }, { label, select: [id] });
  return id;
}

function nextOrder(flow: Flow): number {
  return flow.nodes.reduce((highest, node) => Math.max(highest, node.order), 0) + 1;
}

/** To the right of the node it comes from, below whatever stands there already. */
export function placeFor(flow: Flow, from: LinkRef | null): Point {
  const scene = sceneOf(flow);
  const source = from ? scene.byId.get(from.from) : undefined;
  const bounds = boundsOf(scene.boxes);
  if (!source) return bounds ? { x: bounds.x, y: bounds.y + bounds.height + 48 } : { x: 80, y: 80 };
  const place = { x: source.x + source.width + 88, y: source.y };
  for (let tries = 0; tries < 200; tries++) {
    const taken = boxesIn(scene, grown({ ...place, width: nodeWidth, height: 96 }, 8)).filter(
      (box) => !box.isGroup,
    );
    if (taken.length === 0) break;
    place.y = Math.max(...taken.map((box) => box.y + box.height)) + 24;
  }
  return place;
}

export function removeSelected(editor: EditorStore): void {
  const { selection, selectedLink, apply } = editor.getState();
  if (selectedLink) apply({ type: "disconnect", ...selectedLink });
  else if (selection.size > 0) apply({ type: "removeNodes", ids: [...selection] });
}

/** The output a new node is connected to when nobody says which: the first that leads nowhere yet. */
export function freePort(node: FlowNode): string | undefined {
  return boxOf(node).anchors.find((anchor) => !linkFrom(node, anchor.port))?.port;
}

export function connect(editor: EditorStore, from: LinkRef, to: string): void {
  const { flow, announce, say } = editor.getState();
  const target = nodeById(flow, to);
  if (!target || isCanvasOnly(target) || target.nodeType === "start") {
    announce(say("edits.noWayThere"));
    return;
  }
  editor.getState().apply({ type: "connect", from: from.from, port: from.port, to });
}

export function moveBy(editor: EditorStore, ids: ReadonlySet<string>, dx: number, dy: number): void {
  const { flow, apply } = editor.getState();
  const positions = [...ids].flatMap((id) => {
    const node = nodeById(flow, id);
    if (!node) return [];
    const { x, y } = layoutOf(node);
    return [{ id, x: Math.round(x + dx), y: Math.round(y + dy) }];
  });
  if (positions.length > 0) apply({ type: "move", positions });
}

/** Moves a node before or after its neighbour in the outline. */
export function reorder(editor: EditorStore, id: string, neighbour: string): void {
  const { flow, apply, say } = editor.getState();
  const node = nodeById(flow, id);
  const other = nodeById(flow, neighbour);
  if (!node || !other) return;
  const isTie = node.order === other.order;
  apply(
    {
      type: "updateNodes",
      changes: [
        { id, fields: { order: isTie ? other.order + 1 : other.order } },
        { id: neighbour, fields: { order: node.order } },
      ],
    },
    { label: say("edits.reorder", { name: nodeTitle(node) }) },
  );
}

export function setColour(editor: EditorStore, colour: string): void {
  const { selection, apply } = editor.getState();
  if (selection.size > 0) apply({ type: "setLayout", ids: [...selection], layout: { colour } });
}

export function toggleFold(editor: EditorStore): void {
  const { selection, flow, apply } = editor.getState();
  const nodes = [...selection].flatMap((id) => nodeById(flow, id) ?? []);
  if (nodes.length === 0) return;
  const folded = !nodes.every((node) => layoutOf(node).folded);
  apply({ type: "setLayout", ids: nodes.map((node) => node.id), layout: { folded } });
}
