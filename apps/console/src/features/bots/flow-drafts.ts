// Small edits of flow.json for people who do not read JSON: the words of a node, and a node for an intent.
import { createNode, type FlowNode, nextNodeNumber, parseFlowText } from "@parley/flow";
import { z } from "zod";

const rawFlow = z.looseObject({ nodes: z.array(z.looseObject({ id: z.string() })) });

const text = (flow: z.infer<typeof rawFlow>) => `${JSON.stringify(flow, null, 2)}\n`;

/** Only the one place changes: what else the file holds stays as it is. */
export function withMessage(content: string, nodeId: string, message: string): string {
  const flow = rawFlow.parse(JSON.parse(content));
  return text({
    ...flow,
    nodes: flow.nodes.map((node) => (node.id === nodeId ? { ...node, message } : node)),
  });
}

export function withIntentNode(content: string, intent: string, message: string): string {
  const flow = rawFlow.parse(JSON.parse(content));
  const parsed = parseFlowText(content);
  const number = parsed.ok ? nextNodeNumber(parsed.flow) : flow.nodes.length + 1;
  const taken = new Set(flow.nodes.map((node) => node.id));
  let id = idFrom(intent);
  while (taken.has(id)) id = `${id}-2`;
  return text({ ...flow, nodes: [...flow.nodes, { ...intentNode(id, intent, message, number) }] });
}

type Words = { greeting: string; fallback: string; answer: (intent: string) => string };

/** A greeting, a message for each intent, and one for everything else. */
export function firstFlow(intents: readonly string[], words: Words): string {
  const start = createNode("start", "start", {
    nodeName: "Greeting",
    nodeNumber: 1,
    order: 1,
    message: words.greeting,
    whatsNext: "listen",
  });
  const answers = intents.map((intent, index) =>
    intentNode(idFrom(intent), intent, words.answer(intent), index + 2),
  );
  const number = answers.length + 2;
  const fallback = createNode("message", "not-understood", {
    nodeName: "Not understood",
    nodeNumber: number,
    order: number,
    intent: "*",
    message: words.fallback,
    whatsNext: "listen",
  });
  return text({ nodes: [start, ...answers, fallback].map((node) => ({ ...node })) });
}

function intentNode(id: string, intent: string, message: string, number: number): FlowNode {
  return createNode("message", id, {
    nodeName: intent,
    nodeNumber: number,
    order: number,
    intent,
    message,
    whatsNext: "listen",
  });
}

const idFrom = (intent: string) => `say-${intent.replaceAll(/[^\p{L}\p{N}_-]+/gu, "-")}`.slice(0, 90);
