import { go, never, onlyNext } from "../node-type.ts";
import type { NodeType } from "../node-type.ts";

/** Every node makes its assignments when it is entered; this type does nothing else. */
export const setVariables: NodeType = {
  type: "set-variables",
  title: "Set variables",
  summary: "Sets, counts up, adds to or clears variables.",
  category: "logic",
  fields: [
    { path: "variables", label: "Assignments", kind: "assignments", isRequired: true, isTemplate: true },
  ],
  defaults: { nodeName: "Set variables", variables: [{ name: "", operation: "set", value: "" }] },
  ports: onlyNext,
  waitsForVisitor: never,
  step: () => go("next"),
};
