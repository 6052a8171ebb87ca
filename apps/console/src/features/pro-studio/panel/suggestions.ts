// Names the flow already uses, offered where such a name is asked for.
import { filledVariables, systemVariables } from "@parley/flow";
import type { FieldKind, Flow } from "@parley/flow";
import { useMemo } from "react";
import { useEditor } from "../store/designer.tsx";

export function useSuggestions(kind: FieldKind): readonly string[] {
  const flow = useEditor((state) => state.flow);
  return useMemo(() => suggestionsFor(flow, kind), [flow, kind]);
}

/** For {{variables}} in messages. */
export function useVariables(): readonly string[] {
  const flow = useEditor((state) => state.flow);
  return useMemo(() => variablesOf(flow), [flow]);
}

function variablesOf(flow: Flow): readonly string[] {
  return [...filledVariables(flow.nodes)].filter(Boolean).toSorted();
}

function suggestionsFor(flow: Flow, kind: FieldKind): readonly string[] {
  switch (kind) {
    case "variable":
      return variablesOf(flow).filter((name) => !systemVariables.has(name));
    case "variable-to-read":
      return variablesOf(flow);
    case "intent":
      return distinct(flow.nodes.map((node) => node.intent).concat("*"));
    case "skill":
      return distinct(flow.nodes.map((node) => node.skillTag));
    case "script":
      return distinct(flow.nodes.map((node) => asText(node.parameterInput["scriptId"])));
    case "task":
      return distinct(flow.nodes.map((node) => asText(node.parameterInput["taskId"])));
    default:
      return [];
  }
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter(Boolean).toSorted();
}
