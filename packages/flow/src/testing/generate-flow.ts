// Flows like those people build, for tests and benchmarks: menus that branch, questions,
// decisions and look-ups, paths that meet again, circles that come back to a question.
import type { Flow } from "../flow.ts";
import type { FlowLink, FlowNode, NodePatch } from "../flow-node.ts";
import { createNode, portsOf } from "../nodes/registry.ts";
import { randomNumbers } from "./random.ts";

/** A flow without errors; the same count and seed always give the same flow. */
export function generateFlow(nodeCount: number, seed = 1): Flow {
  const random = randomNumbers(seed);
  const count = Math.max(2, nodeCount);
  const nodes: FlowNode[] = [
    createNode("start", "n0", { nodeName: "Start", message: "Hello", nodeNumber: 1 }),
  ];
  const links = new Map<string, FlowLink[]>();
  const open: { id: string; port: string }[] = openPorts(nodes[0], false);
  const lastId = `n${count - 1}`;
  for (let i = 1; i < count - 1; i++) {
    const type = pickType(random, open.length, count - i);
    const node = place(createNode(type, `n${i}`, fieldsOf(type, i, random)), i);
    const position = random() < 0.7 ? open.length - 1 : Math.floor(random() * open.length);
    const [from] = open.splice(position, 1);
    if (from) connect(links, from, node.id);
    open.push(...openPorts(node, random() < 0.3));
    nodes.push(node);
  }
  nodes.push(
    place(createNode("end", lastId, { message: "Goodbye", nodeNumber: count, order: count }), count),
  );
  const asking = nodes.filter((node) => node.nodeType === "question" || node.nodeType === "choice");
  for (const from of open) {
    const back = asking[Math.floor(random() * asking.length)];
    connect(links, from, back && random() < 0.4 ? back.id : lastId);
  }
  return { nodes: nodes.map((node) => ({ ...node, nextNodes: links.get(node.id) ?? [] })) };
}

function connect(links: Map<string, FlowLink[]>, from: { id: string; port: string }, target: string): void {
  links.set(from.id, [...(links.get(from.id) ?? []), { port: from.port, target }]);
}

function openPorts(node: FlowNode | undefined, withFailures: boolean): { id: string; port: string }[] {
  if (!node) return [];
  return portsOf(node)
    .filter((port) => withFailures || port.kind !== "failure")
    .map((port) => ({ id: node.id, port: port.id }));
}

const weights: readonly (readonly [string, number])[] = [
  ["message", 30],
  ["question", 12],
  ["choice", 12],
  ["decision", 12],
  ["set-variables", 8],
  ["http-request", 5],
  ["script", 4],
  ["rich-asset", 6],
  ["intent-route", 3],
  ["llm-task", 3],
  ["knowledge-answer", 3],
  ["wait", 1],
  ["hand-off", 1],
];
const total = weights.reduce((sum, [, weight]) => sum + weight, 0);

function pickType(random: () => number, openCount: number, nodesLeft: number): string {
  if (openCount > Math.max(6, nodesLeft)) return "message";
  let rest = random() * total;
  for (const [type, weight] of weights) {
    rest -= weight;
    if (rest < 0) return type;
  }
  return "message";
}

function place(node: FlowNode, i: number): FlowNode {
  const layout = { x: (i % 40) * 320, y: Math.floor(i / 40) * 180 };
  return { ...node, nodeNumber: i + 1, order: i, behaviors: { layout } };
}

const topics = [
  "orders",
  "billing",
  "delivery",
  "returns",
  "account",
  "opening hours",
  "warranty",
  "products",
];

function fieldsOf(type: string, i: number, random: () => number): NodePatch {
  const topic = topics[Math.floor(random() * topics.length)] ?? "orders";
  const nodeName = `${topic} ${i}`;
  const message = `Here is what I know about ${topic}, {{visitorName|friend}}. This is step ${i} of the conversation.`;
  const ids = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, k) => `b${k + 1}`);
  const shared = {
    nodeName,
    nodeTags: [topic.replaceAll(" ", "-")],
    ...(i % 50 === 0 ? { intent: `ask_${i}` } : {}),
  };
  switch (type) {
    case "question":
      return {
        ...shared,
        message,
        output: "visitorName",
        nodeInput: { type: "text", retries: 2, maxLength: 80 },
      };
    case "choice":
      return {
        ...shared,
        message,
        output: "topic",
        nodeInput: { choices: ids.map((id) => ({ id, label: `${topic} ${id}` })) },
      };
    case "decision":
      return {
        ...shared,
        decisionVariable: "topic",
        parameterInput: { conditions: ids.map((id) => ({ id, operator: "contains", value: id })) },
      };
    case "set-variables":
      return { ...shared, variables: [{ name: "visits", operation: "increment", value: 1 }] };
    case "http-request":
      return {
        ...shared,
        output: "answer",
        parameterInput: { method: "GET", url: `https://api.example.com/${topic}/{{topic}}` },
      };
    case "script":
      return {
        ...shared,
        output: "answer",
        parameterInput: { scriptId: `script-${i % 20}`, arguments: { topic: "{{topic}}" } },
      };
    case "rich-asset":
      return {
        ...shared,
        richAssetType: "buttons",
        richAssetContent: { buttons: ids.map((id) => ({ id, label: `Show ${id}`, action: "reply" })) },
      };
    case "intent-route":
      return {
        ...shared,
        message,
        parameterInput: { routes: ids.map((id) => ({ id, intent: `${topic}_${id}` })) },
      };
    case "llm-task":
      return {
        ...shared,
        output: "answer",
        parameterInput: { taskId: `task-${i % 5}`, prompt: `Talk about ${topic}` },
      };
    case "wait":
      return { ...shared, parameterInput: { seconds: 5 } };
    default:
      return { ...shared, message };
  }
}
