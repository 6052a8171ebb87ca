// Everything that is wrong or odd about a flow, the same list in the browser and on the server.
import type { Flow } from "../flow.ts";
import { positionsOf } from "../flow.ts";
import { nodeTitle } from "../flow-node.ts";
import type { FlowNode } from "../flow-node.ts";
import { isCanvasOnly } from "../layout.ts";
import { limits } from "../limits.ts";
import { isKnownType, nodeTypeOf } from "../nodes/registry.ts";
import type { Finding } from "../node-type.ts";
import { commandWord, entriesOf } from "../runtime/entries.ts";
import { checkFields } from "./check-fields.ts";
import type { Existing } from "./check-fields.ts";
import { checkLinks } from "./check-links.ts";
import { checkVariables, filledVariables } from "./check-variables.ts";
import { circles, graphOf, reachable } from "./graph.ts";
import type { Problem, ValidationContext } from "./problem.ts";

export function validate(flow: Flow, context: ValidationContext = {}): readonly Problem[] {
  const problems: Problem[] = [...wholeFlow(flow)];
  const graph = graphOf(flow);
  const isReached = reachable(flow, graph);
  const existing = existingThings(context);
  const filled = filledVariables(flow.nodes, context.variables ?? []);
  const loops = loopsByPosition(flow, graph);
  flow.nodes.forEach((node, position) => {
    const report = (finding: Finding): void => void problems.push({ ...finding, nodeId: node.id });
    checkIdentity(flow, node, position, context, report);
    if (isCanvasOnly(node)) return;
    checkEntry(flow, node, report);
    checkFields(node, existing, report);
    nodeTypeOf(node).check?.(node).forEach(report);
    checkVariables(node, filled, report);
    checkLinks(flow, node, report);
    if (isReached[position] === 0) {
      report({ severity: "warning", code: "unreachable", message: "Nothing leads to this node." });
    }
    const loop = loops.get(position);
    if (loop) report(loop);
  });
  return problems;
}

function wholeFlow(flow: Flow): readonly Problem[] {
  const problems: Problem[] = [];
  if (entriesOf(flow).start === null) {
    problems.push({
      severity: "error",
      code: "no_start",
      nodeId: null,
      message: "The flow has no start node.",
    });
  }
  if (flow.nodes.length > limits.nodes) {
    const message = `The flow has ${flow.nodes.length} nodes; at most ${limits.nodes} are allowed.`;
    problems.push({ severity: "error", code: "too_many_nodes", nodeId: null, message });
  }
  return problems;
}

function checkIdentity(
  flow: Flow,
  node: FlowNode,
  position: number,
  context: ValidationContext,
  report: (finding: Finding) => void,
): void {
  if (positionsOf(flow).get(node.id) !== position) {
    const message = `Another node has the id “${node.id}” too; only the first one is ever entered.`;
    report({ severity: "error", code: "duplicate_id", field: "id", message });
  }
  if (context.solutionVersionId !== undefined && node.solutionVersionId !== context.solutionVersionId) {
    const message = "This node belongs to another solution version.";
    report({ severity: "error", code: "other_version", field: "solutionVersionId", message });
  }
  if (!isKnownType(node.nodeType)) {
    const message = `The node type “${node.nodeType}” is unknown here; the node is kept and passed over.`;
    report({ severity: "warning", code: "unknown_type", field: "nodeType", message });
  }
}

function checkEntry(flow: Flow, node: FlowNode, report: (finding: Finding) => void): void {
  const entries = entriesOf(flow);
  if (node.nodeType === "start" && entries.start !== node.id) {
    const message = "The flow has more than one start; this one is never used.";
    report({ severity: "error", code: "several_starts", message });
  }
  if (node.intent !== "" && node.nluDisabled) {
    const message = "The intent has no effect, because language understanding is off for this node.";
    report({ severity: "info", code: "intent_without_nlu", field: "intent", message });
  } else if (node.intent !== "" && entries.intents.get(node.intent) !== node.id) {
    const message = `Another node is entered by the intent “${node.intent}” first.`;
    report({ severity: "warning", code: "duplicate_intent", field: "intent", message });
  }
  const command = commandWord(node.command);
  if (command !== "" && entries.commands.get(command) !== node.id) {
    const message = `Another node is entered by the command “/${command}” first.`;
    report({ severity: "warning", code: "duplicate_command", field: "command", message });
  }
  if (node.cssClassname !== "" && !/^[A-Za-z_-][\w-]*( [A-Za-z_-][\w-]*)*$/.test(node.cssClassname)) {
    const message = "The CSS class has characters that a class name cannot have.";
    report({ severity: "warning", code: "bad_css_class", field: "cssClassname", message });
  }
}

/** A circle in which nothing waits for the visitor never ends; it is reported once, at its first node. */
function loopsByPosition(flow: Flow, graph: ReturnType<typeof graphOf>): ReadonlyMap<number, Finding> {
  const runsOn = flow.nodes.map((node) => !isCanvasOnly(node) && !nodeTypeOf(node).waitsForVisitor(node));
  const loops = new Map<number, Finding>();
  for (const circle of circles(graph, (position) => runsOn[position] ?? false)) {
    const members = circle.toSorted((a, b) => a - b).flatMap((position) => flow.nodes[position] ?? []);
    const named = members.slice(0, 4).map((node) => `“${nodeTitle(node)}”`);
    const rest = members.length > 4 ? ` and ${members.length - 4} more` : "";
    const pauses = members.some((node) => node.nodeType === "wait");
    loops.set(Math.min(...circle), {
      severity: pauses ? "warning" : "error",
      code: "loop_without_input",
      field: "nextNodes",
      message: `${named.join(", ")}${rest} lead round in a circle without asking the visitor anything.`,
    });
  }
  return loops;
}

function existingThings(context: ValidationContext): Existing {
  const lists: [string, readonly string[] | undefined][] = [
    ["intent", context.intents],
    ["script", context.scripts],
    ["asset", context.assets],
    ["task", context.tasks],
    ["flow", context.flows],
    ["skill", context.skills],
  ];
  return new Map(lists.flatMap(([kind, names]) => (names ? [[kind, new Set(names)]] : [])));
}
