import { createNode, type Flow } from "@parley/flow";

/** For a version without a drawn flow: greet, then let the agent answer whatever is said. */
export function defaultFlow(version: { id: string; supervisorName: string; brandName: string }): Flow {
  const from = version.brandName ? ` of ${version.brandName}` : "";
  const greeting = version.supervisorName
    ? `Hello, I am ${version.supervisorName}${from}. How can I help?`
    : "Hello. How can I help?";
  const place = { solutionVersionId: version.id };
  return {
    nodes: [
      createNode("start", "start", {
        ...place,
        nodeNumber: 1,
        order: 1,
        message: greeting,
        whatsNext: "listen",
      }),
      createNode("llm-task", "answer", {
        ...place,
        nodeName: "Answer",
        nodeNumber: 2,
        order: 2,
        intent: "*",
        parameterInput: { taskId: "", prompt: "{{last.text}}", hasHistory: true, isSilent: false },
      }),
    ],
  };
}
