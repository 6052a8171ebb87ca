// What a caller sent, as nodes of the flow package, or the sentence that says which field of which node is wrong.
import { parseFlow } from "@parley/flow";
import type { ProStudioNodeInput } from "#generated/resolvers.ts";
import { Invalid } from "#platform/errors.ts";
import type { NodeEdit } from "./save-nodes.ts";

export function readEdits(objects: readonly ProStudioNodeInput[]): NodeEdit[] {
  const parsed = parseFlow(objects.map(({ baseRevision: _base, ...node }) => node));
  if (!parsed.ok) {
    const issue = parsed.errors[0];
    const place = issue?.index == null ? "objects" : `objects.${issue.index}.${issue.field ?? "id"}`;
    throw new Invalid(place, issue?.message ?? "These are no nodes.", {
      nodeId: issue?.nodeId ?? null,
      messages: parsed.errors.map((error) => error.message),
    });
  }
  const seen = new Set<string>();
  return parsed.flow.nodes.map((node, index) => {
    const key = `${node.solutionVersionId} ${node.id}`;
    if (seen.has(key)) throw new Invalid(`objects.${index}.id`, `The node ${node.id} is in this call twice.`);
    seen.add(key);
    const { baseRevision, lastModified } = objects[index] ?? {};
    return {
      node,
      baseRevision: baseRevision ?? undefined,
      lastModified: lastModified ? new Date(lastModified) : undefined,
    };
  });
}
