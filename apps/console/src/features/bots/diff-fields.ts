// What changed in a file of a version, in the words of what the file is about.
import {
  diffFlows,
  fieldWords,
  type Flow,
  type FlowNode,
  nodeById,
  nodeTitle,
  parseFlowText,
} from "@parley/flow";
import type { DiffField } from "@parley/ui/diff-view";
import { entityNameOf, readEntity } from "./entity-drafts.ts";

export type FileDifference = { filePath: string; before: string | null; after: string | null };

/** The sentence for nodes that only stand elsewhere on the canvas. */
type MovedWords = (count: number) => string;

export function diffFields(file: FileDifference, movedWords: MovedWords): DiffField[] {
  const { filePath, before, after } = file;
  if (filePath.startsWith("intents/"))
    return [{ label: filePath, before: linesOf(before), after: linesOf(after), kind: "list" }];
  if (filePath.startsWith("entities/")) {
    const [old, now] = [entityLines(before), entityLines(after)];
    if (old && now) return [{ label: entityNameOf(filePath), before: old, after: now, kind: "list" }];
  }
  if (filePath === "flow.json") {
    const fields = flowFields(before, after, movedWords);
    if (fields) return fields;
  }
  return [{ label: filePath, before, after, kind: "lines" }];
}

const linesOf = (text: string | null) => (text ?? "").split("\n").filter((line) => line.trim() !== "");

function entityLines(content: string | null): string[] | undefined {
  if (content === null) return [];
  const entity = readEntity(content);
  if (!entity) return undefined;
  const roles = (entity.roles ?? []).map((role) => `role ${role.name}`);
  if (entity.type === "regex") return [`pattern ${entity.pattern}`, ...roles];
  if (entity.type === "builtin") return [entity.kind, ...roles];
  return [
    ...entity.values.map(({ value, synonyms = [] }) =>
      synonyms.length > 0 ? `${value}: ${synonyms.join(", ")}` : value,
    ),
    ...roles,
  ];
}

/** Undefined when one side is no flow that can be read. */
function flowFields(
  before: string | null,
  after: string | null,
  movedWords: MovedWords,
): DiffField[] | undefined {
  const old = parseFlowText(before ?? '{"nodes":[]}');
  const now = parseFlowText(after ?? '{"nodes":[]}');
  if (!old.ok || !now.ok) return undefined;
  const { added, removed, changed } = diffFlows(old.flow, now.flow);
  const content = changed.filter((change) => !change.isLayoutOnly);
  const moved = changed.filter((change) => change.isLayoutOnly && change.group === null).length;
  const labelOf = (node: FlowNode) => `flow.json · ${nodeTitle(node)}`;
  return [
    ...removed.map((node) => ({
      label: labelOf(node),
      before: aboutNode(node, old.flow),
      after: "",
      kind: "lines" as const,
    })),
    ...added.map((node) => ({
      label: labelOf(node),
      before: "",
      after: aboutNode(node, now.flow),
      kind: "lines" as const,
    })),
    ...content.flatMap((change) =>
      change.fields.map(({ field, before: was, after: is }) => ({
        label: `${labelOf(change.after)} · ${fieldWords[field]}`,
        before: field === "nextNodes" ? linksOf(change.before, old.flow) : was,
        after: field === "nextNodes" ? linksOf(change.after, now.flow) : is,
      })),
    ),
    ...changed.flatMap(({ after: node, group }) =>
      group ? [{ label: `${labelOf(node)} · group`, ...group, kind: "value" as const }] : [],
    ),
    ...(moved > 0
      ? [{ label: "flow.json", before: "", after: movedWords(moved), kind: "value" as const }]
      : []),
  ];
}

function aboutNode(node: FlowNode, flow: Flow): string {
  return [node.nodeType, node.message, node.intent && `intent ${node.intent}`, ...linksOf(node, flow)]
    .filter(Boolean)
    .join("\n");
}

function linksOf(node: FlowNode, flow: Flow): string[] {
  return node.nextNodes.map(({ port, target }) => {
    const next = nodeById(flow, target);
    return `${port} → ${next ? nodeTitle(next) : target}`;
  });
}
