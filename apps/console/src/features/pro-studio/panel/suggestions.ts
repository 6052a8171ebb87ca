// Names that exist around the flow and those it already uses, offered where such a name is asked for.
import { filledVariables, systemVariables } from "@parley/flow";
import type { FieldKind, Flow } from "@parley/flow";
import { useMemo } from "react";
import type { References } from "../outside.ts";
import { useEditor, useUi } from "../store/designer.tsx";

export function useSuggestions(kind: FieldKind): readonly string[] {
  const flow = useEditor((state) => state.flow);
  const references = useUi((state) => state.references);
  return useMemo(() => suggestionsFor(flow, kind, references), [flow, kind, references]);
}

/** For {{variables}} in messages. */
export function useVariables(): readonly string[] {
  const flow = useEditor((state) => state.flow);
  return useMemo(() => variablesOf(flow), [flow]);
}

function variablesOf(flow: Flow): readonly string[] {
  return [...filledVariables(flow.nodes)].filter(Boolean).toSorted();
}

function suggestionsFor(flow: Flow, kind: FieldKind, around: References): readonly string[] {
  switch (kind) {
    case "variable":
      return variablesOf(flow).filter((name) => !systemVariables.has(name));
    case "variable-to-read":
      return variablesOf(flow);
    case "intent":
      return distinct([...around.intents, ...flow.nodes.map((node) => node.intent), "*"]);
    case "entity":
      return around.entities;
    case "command":
      return distinct([...around.commands, ...flow.nodes.map((node) => node.command)]);
    case "skill":
      return distinct([...around.skills, ...flow.nodes.map((node) => node.skillTag)]);
    case "script":
      return distinct([
        ...around.scripts,
        ...flow.nodes.map((node) => asText(node.parameterInput["scriptId"])),
      ]);
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
