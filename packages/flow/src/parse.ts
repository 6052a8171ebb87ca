// Turns anything (an import, a clipboard, rows from the API) into a flow, or says why not.
// A refused import changes nothing; an accepted one loses nothing.
import type { Flow } from "./flow.ts";
import { isFlowNodeField } from "./flow-node.ts";
import type { FlowNode } from "./flow-node.ts";
import { limits } from "./limits.ts";
import { parseNode } from "./parse-node.ts";
import { isRecord } from "./parse-value.ts";

export interface ParseIssue {
  /** Place in the list that was read; null when the issue is about the whole. */
  readonly index: number | null;
  readonly nodeId: string | null;
  readonly field: string | null;
  readonly message: string;
}

export type ParsedFlow =
  | { readonly ok: true; readonly flow: Flow; readonly warnings: readonly ParseIssue[] }
  | { readonly ok: false; readonly errors: readonly ParseIssue[]; readonly warnings: readonly ParseIssue[] };

export function parseFlowText(text: string): ParsedFlow {
  if (text.length > limits.fileCharacters) {
    const size = (text.length / 1_000_000).toFixed(1);
    return refused(
      `The file has ${size} million characters; at most ${limits.fileCharacters / 1_000_000} are read.`,
    );
  }
  try {
    return parseFlow(JSON.parse(text));
  } catch (error) {
    return refused(`The file is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Reads `{ nodes: [...] }` or a bare list of nodes. */
export function parseFlow(json: unknown): ParsedFlow {
  const list: unknown = isRecord(json) ? json["nodes"] : json;
  if (!Array.isArray(list))
    return refused("A flow is a list of nodes, or an object with a list called nodes.");
  if (list.length > limits.nodes) {
    return refused(`The flow has ${list.length} nodes; at most ${limits.nodes} are allowed.`);
  }
  const errors: ParseIssue[] = [];
  const warnings: ParseIssue[] = [];
  const seen = new Set<string>();
  const nodes: FlowNode[] = [];
  for (const [index, value] of list.entries()) {
    const node = readNode(value, index, errors, warnings);
    if (!node) continue;
    if (seen.has(node.id)) {
      warnings.push({
        index,
        nodeId: node.id,
        field: "id",
        message: `The id "${node.id}" is used more than once.`,
      });
    }
    seen.add(node.id);
    nodes.push(node);
  }
  if (errors.length > 0) return { ok: false, errors: shorten(errors), warnings: shorten(warnings) };
  return { ok: true, flow: { nodes }, warnings: shorten(warnings) };
}

function readNode(
  value: unknown,
  index: number,
  errors: ParseIssue[],
  warnings: ParseIssue[],
): FlowNode | undefined {
  if (!isRecord(value)) {
    errors.push({ index, nodeId: null, field: null, message: `Entry ${index + 1} is not a node.` });
    return undefined;
  }
  const id = value["id"];
  const nodeId = typeof id === "string" && id !== "" ? id.slice(0, limits.idLength) : null;
  const who = nodeId === null ? `Entry ${index + 1}` : `Node "${nodeId}"`;
  for (const key of Object.keys(value)) {
    if (isFlowNodeField(key) || key === "__typename") continue;
    warnings.push({
      index,
      nodeId,
      field: key.slice(0, limits.nameLength),
      message: `${who}: a node has no field "${key.slice(0, 60)}"; it is left out.`,
    });
  }
  return parseNode(value, (field, message) => {
    errors.push({ index, nodeId, field, message: `${who}: ${field} ${message}` });
  });
}

function refused(message: string): ParsedFlow {
  return { ok: false, errors: [{ index: null, nodeId: null, field: null, message }], warnings: [] };
}

function shorten(issues: readonly ParseIssue[]): readonly ParseIssue[] {
  if (issues.length <= limits.reportedIssues) return issues;
  const more = issues.length - limits.reportedIssues;
  return [
    ...issues.slice(0, limits.reportedIssues),
    { index: null, nodeId: null, field: null, message: `And ${more} more.` },
  ];
}
