// The nodes a conversation can be entered by: the start, and those with an intent or a command.
import { isCanvasOnly } from "../layout.ts";
import type { FlowNode } from "../flow-node.ts";
import type { Flow } from "../flow.ts";

export interface Entries {
  readonly start: string | null;
  readonly intents: ReadonlyMap<string, string>;
  readonly commands: ReadonlyMap<string, string>;
}

const known = new WeakMap<readonly FlowNode[], Entries>();

/** Of several nodes with the same intent or command, the one with the lowest `order` counts. */
export function entriesOf(flow: Flow): Entries {
  const cached = known.get(flow.nodes);
  if (cached) return cached;
  const intents = new Map<string, string>();
  const commands = new Map<string, string>();
  let start: string | null = null;
  for (const node of entryNodes(flow)) {
    if (node.nodeType === "start") start ??= node.id;
    if (node.intent !== "" && !node.nluDisabled && !intents.has(node.intent))
      intents.set(node.intent, node.id);
    const command = commandWord(node.command);
    if (command !== "" && !commands.has(command)) commands.set(command, node.id);
  }
  const entries = { start, intents, commands };
  known.set(flow.nodes, entries);
  return entries;
}

function entryNodes(flow: Flow): readonly FlowNode[] {
  return flow.nodes
    .filter((node) => node.nodeType === "start" || node.intent !== "" || node.command !== "")
    .filter((node) => !isCanvasOnly(node))
    .toSorted((a, b) => a.order - b.order);
}

/** "/Help me" and "help" are the same command. */
export function commandWord(command: string): string {
  const [word = ""] = command.trim().replace(/^\//, "").toLowerCase().split(/\s/, 1);
  return word;
}
