// Named values of the customer, such as a phone number: bots read them as {{resources.name}} and get("resources").name.
import { resourceData } from "@parley/bot-data";
import type { Flow } from "@parley/flow";

/** The variable that holds them. */
export const resourcesVariable = "resources";

/** Set when a conversation begins, before anything the start node sets itself. */
export function withResources(flow: Flow, stored: unknown): Flow {
  const known = resourceData.array().safeParse(stored).data ?? [];
  if (known.length === 0) return flow;
  const value = Object.fromEntries(known.map((resource) => [resource.name, resource.value]));
  const assignment = { name: resourcesVariable, operation: "set", value } as const;
  return {
    nodes: flow.nodes.map((node) =>
      node.nodeType === "start" ? { ...node, variables: [assignment, ...node.variables] } : node,
    ),
  };
}
