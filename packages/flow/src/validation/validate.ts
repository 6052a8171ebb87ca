// Everything that is wrong or odd about a flow, the same list in the browser and on the server.
import type { Flow } from "../flow.ts";
import { positionsOf } from "../flow.ts";
import { fallbackIntent, nodeTitle } from "../flow-node.ts";
import type { FlowNode } from "../flow-node.ts";
import { limits } from "../limits.ts";
import type { Finding } from "../node-type.ts";
import { commandWord, entriesOf } from "../runtime/entries.ts";
import { checkTargets } from "./check-links.ts";
import type { Reference } from "./check-fields.ts";
import { circles, graphOf, reachable } from "./graph.ts";
import { inspections } from "./inspect-node.ts";
import type { Problem, ValidationContext } from "./problem.ts";
import { filledVariables } from "./read-variables.ts";

type Report = (finding: Finding) => void;

export function validate(flow: Flow, context: ValidationContext = {}): readonly Problem[] {
  const problems: Problem[] = [...wholeFlow(flow)];
  const inspected = inspections(flow);
  const graph = graphOf(flow);
  const isReached = reachable(flow, graph);
  const existing = existingThings(context);
  const filled = filledVariables(flow.nodes, context.variables);
  const loops = loopsByPosition(flow, graph);
  let nodeId = "";
  const report: Report = (finding) => void problems.push({ ...finding, nodeId });
  flow.nodes.forEach((node, position) => {
    nodeId = node.id;
    const inspection = inspected[position];
    if (!inspection) return;
    checkIdentity(flow, node, position, context, report);
    for (const finding of inspection.findings) report(finding);
    if (inspection.isCanvasOnly) return;
    checkEntry(flow, node, report);
    for (const reference of inspection.references) checkExists(reference, existing, report);
    for (const { name, field } of inspection.reads) {
      if (filled.has(name)) continue;
      const message = `Nothing in this flow fills the variable “${name}”.`;
      report({ severity: "warning", code: "unknown_variable", field, message });
    }
    checkTargets(flow, node, inspection.ports, report);
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
  report: Report,
): void {
  if (positionsOf(flow).get(node.id) !== position) {
    const message = `Another node has the id “${node.id}” too; only the first one is ever entered.`;
    report({ severity: "error", code: "duplicate_id", field: "id", message });
  }
  if (context.solutionVersionId !== undefined && node.solutionVersionId !== context.solutionVersionId) {
    const message = "This node belongs to another solution version.";
    report({ severity: "error", code: "other_version", field: "solutionVersionId", message });
  }
}

function checkEntry(flow: Flow, node: FlowNode, report: Report): void {
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
  const command = node.command === "" ? "" : commandWord(node.command);
  if (command !== "" && entries.commands.get(command) !== node.id) {
    const message = `Another node is entered by the command “/${command}” first.`;
    report({ severity: "warning", code: "duplicate_command", field: "command", message });
  }
}

function checkExists({ kind, name, field }: Reference, existing: Existing, report: Report): void {
  const known = existing.get(kind);
  if (!known || known.has(name) || (kind === "intent" && name === fallbackIntent)) return;
  const severity = kind === "skill" ? "warning" : "error";
  report({ severity, code: `missing_${kind}`, field, message: `The ${kind} “${name}” does not exist.` });
}

/** A circle in which nothing waits for the visitor never ends; it is reported once, at its first node. */
function loopsByPosition(flow: Flow, graph: ReturnType<typeof graphOf>): ReadonlyMap<number, Finding> {
  const inspected = inspections(flow);
  const loops = new Map<number, Finding>();
  for (const circle of circles(graph, (position) => inspected[position]?.runsOn ?? false)) {
    const positions = circle.toSorted((a, b) => a - b);
    const members = positions.flatMap((position) => flow.nodes[position] ?? []);
    const named = members.slice(0, 4).map((node) => `“${nodeTitle(node)}”`);
    const rest = members.length > 4 ? ` and ${members.length - 4} more` : "";
    const pauses = members.some((node) => node.nodeType === "wait");
    loops.set(positions[0] ?? 0, {
      severity: pauses ? "warning" : "error",
      code: "loop_without_input",
      field: "nextNodes",
      message: `${named.join(", ")}${rest} lead round in a circle without asking the visitor anything.`,
    });
  }
  return loops;
}

/** What exists outside, per kind of reference; a kind that is missing is not checked. */
type Existing = ReadonlyMap<string, ReadonlySet<string>>;

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
