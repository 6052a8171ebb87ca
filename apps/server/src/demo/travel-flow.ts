import { createNode, type FlowNode } from "@parley/flow";

/** Greets, offers what people ask most, and answers everything else from the files. */
export function travelFlow(solutionVersionId: string): FlowNode[] {
  const at = (x: number, y: number) => ({ layout: { x, y } });
  const nodes: FlowNode[] = [
    createNode("start", "start", {
      nodeName: "Welcome",
      message: "Hello, I am Nora from Northwind Airlines.",
      nextNodes: [{ port: "next", target: "topic" }],
      behaviors: at(0, 0),
    }),
    createNode("choice", "topic", {
      nodeName: "What is it about?",
      message: "What can I help you with?",
      nodeInput: {
        choices: [
          { id: "baggage", label: "Baggage", value: "baggage", synonyms: ["luggage", "bags"], intent: "" },
          { id: "pets", label: "Travelling with pets", value: "pets", synonyms: ["dog", "cat"], intent: "" },
          { id: "other", label: "Something else", value: "other", synonyms: [], intent: "" },
        ],
        retries: 0,
        retryMessage: "",
      },
      nextNodes: [
        { port: "baggage", target: "baggage" },
        { port: "pets", target: "pets" },
        { port: "other", target: "ask" },
        { port: "else", target: "answer" },
      ],
      output: "topic",
      behaviors: at(280, 0),
    }),
    createNode("message", "baggage", {
      nodeName: "Baggage in short",
      message:
        "One bag of 8 kg is always included in the cabin. Ask me about checked bags, prices or a lost bag.",
      whatsNext: "listen",
      behaviors: at(600, -120),
    }),
    createNode("message", "pets", {
      nodeName: "Pets in short",
      message: "Small dogs and cats travel in the cabin for 60 euros. What else would you like to know?",
      whatsNext: "listen",
      behaviors: at(600, 0),
    }),
    createNode("message", "ask", {
      nodeName: "Ask away",
      message: "Of course. What would you like to know?",
      whatsNext: "listen",
      behaviors: at(600, 120),
    }),
    createNode("knowledge-answer", "answer", {
      nodeName: "Answer from the files",
      intent: "*",
      nextNodes: [{ port: "no-answer", target: "nothing" }],
      whatsNext: "listen",
      behaviors: at(600, 240),
    }),
    createNode("message", "nothing", {
      nodeName: "Nothing found",
      message: "I could not find that. I can connect you with a person, just ask.",
      whatsNext: "listen",
      behaviors: at(900, 240),
    }),
  ];
  return nodes.map((node, index) => ({
    ...node,
    solutionVersionId,
    nodeNumber: index + 1,
    order: index + 1,
  }));
}
