// Where a version's files name an intent, and the same files with another name for it.
import {
  answerPath,
  filePaths,
  intentPath,
  type IntentUse,
  slotPath,
  type VersionFile,
} from "@parley/bot-data";
import { intentReferences, parseFlowText, withIntentAt } from "@parley/flow";
import { jsonOf } from "./reading.ts";

type Text = Pick<VersionFile, "filePath" | "content">;

/** Its own examples, answer and slots do not count: they go with it. */
export function intentUses(files: readonly Text[], intent: string): IntentUse[] {
  return [...usesInFlow(files, intent), ...usesInScripts(files, intent)];
}

function usesInFlow(files: readonly Text[], intent: string): IntentUse[] {
  const file = files.find(({ filePath }) => filePath === filePaths.flow);
  const parsed = file && parseFlowText(file.content);
  if (!parsed?.ok) return [];
  return intentReferences(parsed.flow)
    .filter((reference) => reference.intent === intent)
    .map(({ nodeId, nodeTitle, field }) => ({
      file: filePaths.flow,
      line: lineOfNode(file?.content ?? "", nodeId),
      nodeId,
      place: nodeTitle,
      field,
      isRenamed: true,
    }));
}

/** A script is its author's: it is pointed out and never rewritten. */
function usesInScripts(files: readonly Text[], intent: string): IntentUse[] {
  return files.flatMap(({ filePath, content }) => {
    if (!filePath.startsWith(filePaths.scripts)) return [];
    const quoted = [`"${intent}"`, `'${intent}'`, `\`${intent}\``].find((text) => content.includes(text));
    if (quoted === undefined) return [];
    const place = filePath.slice(filePaths.scripts.length);
    return [
      { file: filePath, line: lineOf(content, quoted), nodeId: null, place, field: null, isRenamed: false },
    ];
  });
}

/** Where the node itself stands, not a link to it. */
export function lineOfNode(content: string, nodeId: string): number {
  const id = JSON.stringify(nodeId);
  const spaced = content.indexOf(`"id": ${id}`);
  return spaced < 0 ? lineOf(content, `"id":${id}`) : lineOf(content, `"id": ${id}`);
}

function lineOf(content: string, text: string): number {
  const at = content.indexOf(text);
  return at < 0 ? 1 : content.slice(0, at).split("\n").length;
}

export interface Renaming {
  readonly written: Text[];
  readonly removed: string[];
}

/** Everything that names the intent, as files to write and paths to remove together. */
export function withIntentRenamed(files: readonly Text[], before: string, after: string): Renaming {
  const pairs = [
    [intentPath(before), intentPath(after)],
    [answerPath(before), answerPath(after)],
    [slotPath(before), slotPath(after)],
  ] as const;
  const moved = pairs.flatMap(([from, to]) => {
    const file = files.find(({ filePath }) => filePath === from);
    return file ? [{ from, to, content: file.content }] : [];
  });
  const flow = files.find(({ filePath }) => filePath === filePaths.flow);
  const uses = usesInFlow(files, before);
  return {
    written: [
      ...moved.map(({ to, content }) => ({ filePath: to, content })),
      ...(flow && uses.length > 0
        ? [{ filePath: filePaths.flow, content: flowRenamed(flow.content, uses, after) }]
        : []),
    ],
    removed: moved.map(({ from }) => from),
  };
}

/** Only the named places change, so that a comparison of the versions shows nothing else. */
function flowRenamed(content: string, uses: readonly IntentUse[], after: string): string {
  const json = jsonOf(content);
  const changed = withNodes(json, (node) => {
    const id = typeof node === "object" && node !== null && "id" in node ? node.id : undefined;
    const fields = uses.filter((use) => use.nodeId === id).flatMap((use) => use.field ?? []);
    return withIntentAt(node, fields, after);
  });
  return `${JSON.stringify(changed, null, 2)}\n`;
}

function withNodes(json: unknown, change: (node: unknown) => unknown): unknown {
  if (Array.isArray(json)) return json.map(change);
  if (typeof json !== "object" || json === null || !("nodes" in json) || !Array.isArray(json.nodes))
    return json;
  return { ...json, nodes: json.nodes.map(change) };
}
