import { go, never } from "../node-type.ts";
import type { NodeType } from "../node-type.ts";

/** Stands in for types this version of Parley does not know: kept, shown, passed over when it runs. */
export const unknown: NodeType = {
  type: "unknown",
  title: "Unknown type",
  summary: "A node type this version of Parley does not know. It is kept as it is.",
  category: "logic",
  fields: [],
  defaults: {},
  ports: (node) =>
    node.nextNodes.map((link) => ({
      id: link.port,
      label: link.port,
      kind: link.port === "next" ? "next" : "branch",
    })),
  waitsForVisitor: never,
  step(node, run) {
    run.note(`Type “${node.nodeType}” is unknown; passed over`);
    return go(run.isLinked("next") ? "next" : (node.nextNodes[0]?.port ?? "next"));
  },
};
