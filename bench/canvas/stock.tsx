// The same nodes as its documentation shows them: a custom node with handles, edges, controlled state.
import "@xyflow/react/dist/style.css";
import { Handle, Position, ReactFlow, useEdgesState, useNodesState } from "@xyflow/react";
import type { Edge, Node, NodeProps } from "@xyflow/react";
import { layoutOf, nodeById, nodeTitle, portsOf } from "@parley/flow";
import type { Flow, Port } from "@parley/flow";
import { memo } from "react";
import type { Root } from "react-dom/client";

type StockNode = Node<{ title: string; text: string; ports: readonly Port[] }>;

const Step = memo(function Step({ data }: NodeProps<StockNode>) {
  return (
    <div style={{ width: 248, border: "1px solid #ccc", borderRadius: 7, background: "#fff", fontSize: 13 }}>
      <Handle type="target" position={Position.Left} />
      <strong>{data.title}</strong>
      <p style={{ margin: 0, maxHeight: 36, overflow: "hidden" }}>{data.text}</p>
      {data.ports.map((port) => (
        <div key={port.id} style={{ position: "relative", height: 24, textAlign: "right" }}>
          {port.label}
          <Handle type="source" position={Position.Right} id={port.id} />
        </div>
      ))}
    </div>
  );
});

const nodeTypes = { step: Step };

export async function showStock(
  root: Root,
  flow: Flow,
  view: { middle: string; zoom: number },
): Promise<void> {
  const nodes: StockNode[] = flow.nodes.map((node) => ({
    id: node.id,
    type: "step",
    position: layoutOf(node),
    data: { title: nodeTitle(node), text: node.message, ports: portsOf(node) },
  }));
  const edges: Edge[] = flow.nodes.flatMap((node) =>
    node.nextNodes.map(({ port, target }) => ({
      id: `${node.id} ${port}`,
      source: node.id,
      sourceHandle: port,
      target,
    })),
  );
  const centre = nodeById(flow, view.middle);
  const { x, y } = centre ? layoutOf(centre) : { x: 0, y: 0 };
  const defaultViewport = {
    x: innerWidth / 2 - x * view.zoom,
    y: innerHeight / 2 - y * view.zoom,
    zoom: view.zoom,
  };
  function Page() {
    const [shownNodes, , onNodesChange] = useNodesState(nodes);
    const [shownEdges, , onEdgesChange] = useEdgesState(edges);
    return (
      <div style={{ width: "100vw", height: "100vh" }}>
        <ReactFlow
          nodes={shownNodes}
          edges={shownEdges}
          nodeTypes={nodeTypes}
          onNodesChange={onNodesChange}
          onEdgesChange={onEdgesChange}
          defaultViewport={defaultViewport}
          minZoom={0.02}
        />
      </div>
    );
  }
  root.render(<Page />);
  while (document.querySelectorAll(".react-flow__node").length < nodes.length) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
