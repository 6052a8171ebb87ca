// Node types whose ports come from a list: choices, conditions, routes, buttons.
// The id of an entry is the name of its port, so renaming a label never cuts a connection.
import { textAt } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { Finding, Port } from "../node-type.ts";

export function branchPorts(
  items: readonly JsonObject[],
  /** What an entry is called that says nothing of itself yet: "Route 2". */
  noun: string,
  label: (item: JsonObject) => string = (item) => textAt(item, "label"),
): readonly Port[] {
  return items.map((item, i) => ({
    id: textAt(item, "id"),
    label: label(item) || `${noun} ${i + 1}`,
    kind: "branch",
  }));
}

export function branchFindings(
  items: readonly JsonObject[],
  field: string,
  reserved: readonly string[],
): readonly Finding[] {
  const seen = new Set(reserved);
  const findings: Finding[] = [];
  for (const item of items) {
    const id = textAt(item, "id");
    const name = textAt(item, "label") || id || "without a label";
    if (id === "") {
      findings.push({
        severity: "error",
        code: "branch_without_id",
        field,
        message: `The entry “${name}” has no id, so nothing can be connected to it.`,
      });
    } else if (seen.has(id)) {
      findings.push({
        severity: "error",
        code: "duplicate_branch",
        field,
        message: `The id “${id}” is used by two outputs of this node.`,
      });
    }
    seen.add(id);
  }
  return findings;
}
