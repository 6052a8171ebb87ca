// Everything that can be said about a node without knowing the rest of the flow.
import type { FlowNode } from "../flow-node.ts";
import type { Finding, Port } from "../node-type.ts";
import { isKnownType, nodeTypeOf } from "../nodes/registry.ts";
import { isCanvasOnly } from "../layout.ts";
import { perNode } from "../per-node.ts";
import { unreadableFields } from "../stored-node.ts";
import { checkFields } from "./check-fields.ts";
import type { Reference } from "./check-fields.ts";
import { checkPorts } from "./check-links.ts";
import { readVariables } from "./read-variables.ts";
import type { VariableRead } from "./read-variables.ts";

export interface Inspection {
  readonly isCanvasOnly: boolean;
  readonly ports: readonly Port[];
  readonly findings: readonly Finding[];
  readonly references: readonly Reference[];
  readonly reads: readonly VariableRead[];
  /** The conversation runs through the node without stopping for the visitor. */
  readonly runsOn: boolean;
}

/** One per node; after an edit only the touched nodes are inspected again. */
export const inspections = perNode(inspect);

function inspect(node: FlowNode): Inspection {
  const type = nodeTypeOf(node);
  const canvasOnly = isCanvasOnly(node);
  const findings: Finding[] = [];
  const references: Reference[] = [];
  const reads: VariableRead[] = [];
  const ports = type.ports(node);
  if (!isKnownType(node.nodeType)) {
    const message = `The node type “${node.nodeType}” is unknown here; the node is kept and passed over.`;
    findings.push({ severity: "warning", code: "unknown_type", field: "nodeType", message });
  }
  for (const field of unreadableFields(node)) {
    const message = `“${field}” was stored in a form that cannot be read; it is kept with the node and counts as empty.`;
    findings.push({ severity: "error", code: "unreadable_field", field, message });
  }
  if (!canvasOnly) {
    const report = {
      finding: (finding: Finding): void => void findings.push(finding),
      reference: (reference: Reference): void => void references.push(reference),
      reads: (read: VariableRead): void => void reads.push(read),
    };
    checkFields(node, type, report);
    if (type.check) findings.push(...type.check(node));
    readVariables(node, report);
    checkPorts(node, ports, report.finding);
    checkLook(node, report.finding);
  }
  const runsOn = !canvasOnly && !type.waitsForVisitor(node);
  return {
    isCanvasOnly: canvasOnly,
    ports,
    findings: orNone(findings),
    references: orNone(references),
    reads: orNone(reads),
    runsOn,
  };
}

const none: readonly never[] = [];

/** Most lists are empty: one shared list instead of thousands keeps a large flow light. */
function orNone<Item>(items: readonly Item[]): readonly Item[] {
  return items.length === 0 ? none : items;
}

function checkLook(node: FlowNode, report: (finding: Finding) => void): void {
  if (node.cssClassname === "" || /^[A-Za-z_-][\w-]*( [A-Za-z_-][\w-]*)*$/.test(node.cssClassname)) return;
  const message = "The CSS class has characters that a class name cannot have.";
  report({ severity: "warning", code: "bad_css_class", field: "cssClassname", message });
}
