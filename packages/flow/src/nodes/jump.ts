import { flagAt, textAt } from "../json.ts";
import { nextPort, never } from "../node-type.ts";
import type { NodeType } from "../node-type.ts";

export const jump: NodeType = {
  type: "jump",
  title: "Jump",
  summary: "Goes on at another node or in another flow, and may come back.",
  category: "logic",
  fields: [
    { path: "parameterInput.flowId", label: "Flow", kind: "flow", help: "Empty for this flow." },
    { path: "parameterInput.nodeId", label: "Node", kind: "node", help: "Empty for the start of the flow." },
    { path: "parameterInput.returns", label: "Come back afterwards", kind: "flag" },
  ],
  defaults: { nodeName: "Jump", parameterInput: { flowId: "", nodeId: "", returns: false } },
  ports: (node) =>
    flagAt(node.parameterInput, "returns") ? [{ ...nextPort, label: "When it comes back" }] : [],
  waitsForVisitor: never,
  check(node) {
    if (textAt(node.parameterInput, "flowId") || textAt(node.parameterInput, "nodeId")) return [];
    return [
      {
        severity: "error",
        code: "field_required",
        field: "parameterInput.nodeId",
        message: "The jump does not say where to.",
      },
    ];
  },
  step: (node) => ({
    kind: "jump",
    flowId: textAt(node.parameterInput, "flowId"),
    nodeId: textAt(node.parameterInput, "nodeId"),
    returns: flagAt(node.parameterInput, "returns"),
  }),
};
