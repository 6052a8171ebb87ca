// Writing nodes so that nobody's work is lost: an edit based on an older state of a node is not written but
// answered with both sides; edits of other nodes in the same call are saved all the same (decision 056).
import { deepEqual, type FlowNode, flowNodeFields, limits } from "@parley/flow";
import { sql } from "kysely";
import type { Tx } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { publish } from "#platform/live.ts";
import { countNodes, listNodes, type NodeRow } from "./queries.ts";

export interface NodeEdit {
  readonly node: FlowNode;
  readonly baseRevision: number | undefined;
  readonly lastModified: Date | undefined;
}

export interface NodeConflict {
  readonly nodeId: string;
  readonly reason: "CHANGED" | "DELETED";
  readonly who: string;
  readonly when: Date;
  readonly fields: string[];
  readonly current: NodeRow | null;
}

interface Author {
  readonly userId: string | undefined;
  readonly clientId: string | undefined;
}

const contentFields = flowNodeFields.filter(
  (field) => field !== "id" && field !== "solutionVersionId" && field !== "lastModified",
);
const batch = 1_000;

export async function saveNodes(
  tx: Tx,
  solutionVersionId: string,
  edits: readonly NodeEdit[],
  author: Author,
): Promise<{ written: NodeRow[]; conflicts: NodeConflict[] }> {
  await lockFlow(tx, solutionVersionId);
  const ids = edits.map((edit) => edit.node.id);
  const known = new Map((await listNodes(tx, solutionVersionId, ids)).map((node) => [node.id, node]));
  const gone = await deletedNodes(tx, solutionVersionId, ids);
  const conflicts: NodeConflict[] = [];
  const accepted: FlowNode[] = [];
  for (const edit of edits) {
    const current = known.get(edit.node.id);
    const conflict = current ? staleEdit(edit, current) : lostEdit(edit, gone.get(edit.node.id));
    if (conflict) conflicts.push(conflict);
    else accepted.push(edit.node);
  }
  await refuseTooMany(
    tx,
    solutionVersionId,
    accepted.filter((node) => !known.has(node.id)),
  );
  for (let at = 0; at < accepted.length; at += batch) {
    await upsert(tx, solutionVersionId, accepted.slice(at, at + batch), known, author.userId);
  }
  const writtenIds = accepted.map((node) => node.id);
  if (writtenIds.length > 0) {
    await sql`delete from pro_studio_deleted_nodes
      where solution_version_id = ${solutionVersionId} and id = any(${writtenIds})`.execute(tx);
    await tell(tx, solutionVersionId, { changed: writtenIds, deleted: [] }, author);
  }
  return { written: await listNodes(tx, solutionVersionId, writtenIds), conflicts };
}

/** Edits of one flow take turns until their transactions end. */
export async function lockFlow(tx: Tx, solutionVersionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pro-studio ${solutionVersionId}`}, 0))`.execute(
    tx,
  );
}

export async function tell(
  tx: Tx,
  solutionVersionId: string,
  what: { changed: readonly string[]; deleted: readonly string[] },
  author: Author,
): Promise<void> {
  await publish(tx, "pro-studio-nodes", {
    solutionVersionId,
    ...what,
    clientId: author.clientId ?? null,
    userId: author.userId ?? null,
  });
}

function staleEdit(edit: NodeEdit, current: NodeRow): NodeConflict | undefined {
  const { baseRevision, lastModified } = edit;
  const isStale =
    baseRevision !== undefined
      ? baseRevision !== current.revision
      : lastModified !== undefined && lastModified < current.lastModified;
  const fields = isStale ? contentFields.filter((field) => !deepEqual(current[field], edit.node[field])) : [];
  if (fields.length === 0) return undefined;
  return {
    nodeId: edit.node.id,
    reason: "CHANGED",
    who: current.modifiedBy ?? "Someone",
    when: current.lastModified,
    fields,
    current,
  };
}

/** A node that was edited by one and deleted by another. */
function lostEdit(edit: NodeEdit, gone: { who: string; when: Date } | undefined): NodeConflict | undefined {
  const wasThere = edit.baseRevision === undefined ? edit.lastModified !== undefined : edit.baseRevision > 0;
  if (!gone || !wasThere) return undefined;
  return { nodeId: edit.node.id, reason: "DELETED", ...gone, fields: [], current: null };
}

async function deletedNodes(tx: Tx, solutionVersionId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; who: string | null; when: Date }>`
    select d.id, u.first_name || ' ' || u.last_name as who, d.deleted_at as when
    from pro_studio_deleted_nodes d left join users u on u.id = d.deleted_by
    where d.solution_version_id = ${solutionVersionId} and d.id = any(${ids})`.execute(tx);
  return new Map(rows.map((row) => [row.id, { who: row.who ?? "Someone", when: row.when }]));
}

async function refuseTooMany(tx: Tx, solutionVersionId: string, added: readonly FlowNode[]): Promise<void> {
  if (added.length === 0) return;
  const count = (await countNodes(tx, solutionVersionId)) + added.length;
  if (count > limits.nodes)
    throw new Invalid("objects", `The flow would have ${count} nodes; at most ${limits.nodes} are allowed.`);
}

async function upsert(
  tx: Tx,
  solutionVersionId: string,
  nodes: readonly FlowNode[],
  known: ReadonlyMap<string, NodeRow>,
  userId: string | undefined,
): Promise<void> {
  const now = Date.now();
  const rows = nodes.map((node) => ({
    ...columnsOf(node),
    solution_version_id: solutionVersionId,
    // Never backwards, whatever the clocks of two servers say.
    last_modified: new Date(Math.max(now, (known.get(node.id)?.lastModified.getTime() ?? 0) + 1)),
    modified_by: userId ?? null,
  }));
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== "id" && name !== "solution_version_id");
  await tx
    .insertInto("pro_studio_nodes")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["solution_version_id", "id"]).doUpdateSet({
        ...Object.fromEntries(names.map((name) => [name, sql`excluded.${sql.ref(name)}`])),
        revision: sql<number>`pro_studio_nodes.revision + 1`,
      }),
    )
    .execute();
}

export function columnsOf(node: FlowNode) {
  return {
    id: node.id,
    node_name: node.nodeName,
    node_number: node.nodeNumber,
    node_type: node.nodeType,
    node_tags: [...node.nodeTags],
    order: node.order,
    message: node.message,
    intent: node.intent,
    command: node.command,
    behaviors: JSON.stringify(node.behaviors),
    description: node.description,
    css_classname: node.cssClassname,
    rich_asset_content: JSON.stringify(node.richAssetContent),
    rich_asset_type: node.richAssetType,
    decision_variable: node.decisionVariable,
    next_nodes: JSON.stringify(node.nextNodes),
    node_input: JSON.stringify(node.nodeInput),
    parameter_input: JSON.stringify(node.parameterInput),
    output: node.output,
    variables: JSON.stringify(node.variables),
    whats_next: node.whatsNext,
    answer_required: node.answerRequired,
    nlu_disabled: node.nluDisabled,
    analytics_event: node.analyticsEvent,
    platform_flag: node.platformFlag,
    skill_tag: node.skillTag,
  };
}
