import { Graph, layout } from "@dagrejs/dagre";
import { upright } from "./upright.ts";
import type { LayoutPlace, LayoutRequest } from "./auto-layout.ts";

addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) =>
  postMessage(upright(places(data), data)),
);

function places({ nodes, links }: LayoutRequest): readonly LayoutPlace[] {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 32, ranksep: 96, ranker: "tight-tree", acyclicer: "greedy" });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  for (const { from, to } of links) graph.setEdge(from, to);
  layout(graph);
  return nodes.map(({ id, width, height }) => {
    const { x, y } = graph.node(id);
    return { id, x: (x ?? 0) - width / 2, y: (y ?? 0) - height / 2 };
  });
}
