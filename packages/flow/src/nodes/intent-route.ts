import type { FlowNode } from "../flow-node.ts";
import { flagAt, numberAt, objectsAt, textAt } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { go } from "../node-type.ts";
import type { Finding, NodeRun, NodeType, Outcome } from "../node-type.ts";
import type { NluResult } from "../runtime/events.ts";
import { branchFindings, branchPorts } from "./branches.ts";

export const intentRoute: NodeType = {
  type: "intent-route",
  title: "Intent route",
  summary: "Listens and goes the way of the intent it hears.",
  category: "ask",
  fields: [
    { path: "message", label: "Message before listening", kind: "long-text", isTemplate: true },
    {
      path: "parameterInput.routes",
      label: "Routes",
      kind: "list",
      isRequired: true,
      max: 100,
      item: [
        { path: "intent", label: "Intent", kind: "intent", isRequired: true },
        { path: "minScore", label: "Lowest score", kind: "number", min: 0, max: 1 },
      ],
    },
    {
      path: "parameterInput.usesLastWords",
      label: "Use what the visitor last said",
      kind: "flag",
      help: "Goes on at once with the words already said, instead of waiting for new ones.",
    },
  ],
  defaults: { nodeName: "Intent route", parameterInput: { routes: [{ id: "route-1", intent: "" }] } },
  ports: (node) => [
    ...branchPorts(routesOf(node), "Route", (route) => textAt(route, "intent")),
    { id: "fallback", label: "Not understood", kind: "else" },
  ],
  waitsForVisitor: (node) => !flagAt(node.parameterInput, "usesLastWords"),
  check(node) {
    const findings: Finding[] = [...branchFindings(routesOf(node), "parameterInput.routes", ["fallback"])];
    if (node.nluDisabled) {
      findings.push({
        severity: "error",
        code: "route_needs_nlu",
        field: "nluDisabled",
        message: "This node routes by intent, but language understanding is off for it.",
      });
    }
    return findings;
  },
  claims: (node, event, nluThreshold) =>
    event.type === "text" && routeFor(node, event.nlu ?? null, nluThreshold) !== undefined,
  step(node, run) {
    if (run.event === null && flagAt(node.parameterInput, "usesLastWords") && run.lastText !== "") {
      return follow(node, run, run.lastNlu);
    }
    if (run.event === null) {
      run.say();
      return { kind: "ask" };
    }
    return follow(node, run, run.event.type === "text" ? (run.event.nlu ?? null) : null);
  },
};

function follow(node: FlowNode, run: NodeRun, nlu: NluResult | null): Outcome {
  const route = routeFor(node, nlu, run.nluThreshold);
  run.note(nlu ? `Intent ${nlu.intent || "none"} (${nlu.score.toFixed(2)})` : "No intent");
  if (route && nlu) return go(textAt(route, "id"), { intent: nlu.intent, entities: nlu.entities });
  return run.isLinked("fallback") ? go("fallback") : { kind: "not-understood" };
}

function routeFor(node: FlowNode, nlu: NluResult | null, threshold: number): JsonObject | undefined {
  if (!nlu) return undefined;
  return routesOf(node).find(
    (route) =>
      textAt(route, "intent") === nlu.intent && nlu.score >= (numberAt(route, "minScore") ?? threshold),
  );
}

function routesOf(node: FlowNode): readonly JsonObject[] {
  return objectsAt(node.parameterInput, "routes");
}
