// A question-and-answer bot needs no graph: each answer is a node that its intent leads to from anywhere.
import { filePaths } from "@parley/bot-data";
import { createNode, type Flow } from "@parley/flow";

type Text = { readonly filePath: string; readonly content: string };

/** By intent; empty answers are left out. */
export function answersOf(files: readonly Text[]): Map<string, string> {
  return new Map(
    files.flatMap(({ filePath, content }) => {
      if (!filePath.startsWith(filePaths.answers) || content.trim() === "") return [];
      return [[filePath.slice(filePaths.answers.length, -".txt".length), content.trim()] as const];
    }),
  );
}

/** What the flow says itself about an intent goes before the answer. */
export function withAnswers(flow: Flow, answers: ReadonlyMap<string, string>, greeting: string): Flow {
  const handled = new Set(flow.nodes.map((node) => node.intent));
  const hasStart = flow.nodes.some((node) => node.nodeType === "start");
  const first = flow.nodes.reduce((most, node) => Math.max(most, node.nodeNumber), 0) + 1;
  const start = createNode("start", "answers-start", {
    nodeName: "Greeting",
    nodeNumber: first,
    order: first,
    message: greeting,
    whatsNext: "listen",
  });
  const nodes = [...answers]
    .filter(([intent]) => !handled.has(intent))
    .map(([intent, message], index) =>
      createNode("message", `answer-${intent}`, {
        nodeName: intent,
        nodeNumber: first + 1 + index,
        order: first + 1 + index,
        intent,
        message,
        whatsNext: "listen",
      }),
    );
  return { nodes: [...flow.nodes, ...(hasStart ? [] : [start]), ...nodes] };
}
