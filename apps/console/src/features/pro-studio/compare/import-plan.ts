// What an import would do, before it does anything.
import { diffFlows, nextNodeNumber, parseFlowText } from "@parley/flow";
import type { Flow, FlowDiff, Operation, ParseIssue } from "@parley/flow";

export type ImportPlan =
  | { readonly ok: false; readonly messages: readonly string[] }
  | {
      readonly ok: true;
      readonly flow: Flow;
      readonly diff: FlowDiff;
      readonly warnings: readonly string[];
      /** Makes the flow on screen the imported one. */
      readonly replace: Operation;
      /** Adds what is not there yet and leaves the rest alone. */
      readonly add: Operation;
    };

export function planImport(current: Flow, text: string, versionId: string): ImportPlan {
  const parsed = parseFlowText(text);
  if (!parsed.ok) return { ok: false, messages: sentences(parsed.errors) };
  // Nodes of another version become this one's; an id that is used twice stays twice and is reported.
  const nodes = parsed.flow.nodes.map((node) =>
    node.solutionVersionId === versionId ? node : { ...node, solutionVersionId: versionId },
  );
  const doubled = parsed.warnings.filter((warning) => warning.field === "id");
  if (doubled.length > 0) return { ok: false, messages: sentences(doubled) };
  const flow = { nodes };
  const diff = diffFlows(current, flow);
  const addOperation: Operation = { type: "addNodes", nodes: diff.added };
  const replace: Operation = {
    type: "batch",
    operations: [
      { type: "removeNodes", ids: diff.removed.map((node) => node.id), keepsConnections: true },
      { type: "updateNodes", changes: diff.changed.map(({ id, after }) => ({ id, fields: after })) },
      addOperation,
    ],
  };
  const first = nextNodeNumber(current);
  const add: Operation = {
    type: "batch",
    operations: [
      {
        type: "addNodes",
        nodes: diff.added.map((node, i) => ({ ...node, nodeNumber: first + i })),
      },
    ],
  };
  return { ok: true, flow, diff, warnings: sentences(parsed.warnings), replace, add };
}

function sentences(issues: readonly ParseIssue[]): readonly string[] {
  return issues.map((issue) => issue.message);
}
