// The stored nodes as a flow of the flow package, and copies of it.
import type { Flow } from "@parley/flow";
import { sql } from "kysely";
import type { Db, Tx } from "#platform/database.ts";
import { listNodes } from "./queries.ts";

export async function readFlow(db: Db, solutionVersionId: string): Promise<Flow> {
  const rows = await listNodes(db, solutionVersionId);
  return {
    nodes: rows.map(({ revision: _revision, modifiedBy: _author, lastModified, ...node }) => ({
      ...node,
      lastModified: lastModified.toISOString(),
    })),
  };
}

/** Ids stay the same, so that two versions can be compared. */
export async function copyNodes(
  tx: Tx,
  fromVersionId: string,
  toVersionId: string,
  userId: string | undefined,
): Promise<void> {
  await sql`insert into pro_studio_nodes (solution_version_id, id, node_name, node_number, node_type, node_tags, "order",
      message, intent, command, behaviors, description, css_classname, rich_asset_content, rich_asset_type,
      decision_variable, next_nodes, node_input, parameter_input, output, variables, whats_next, answer_required,
      nlu_disabled, analytics_event, platform_flag, skill_tag, modified_by)
    select ${toVersionId}::uuid, id, node_name, node_number, node_type, node_tags, "order",
      message, intent, command, behaviors, description, css_classname, rich_asset_content, rich_asset_type,
      decision_variable, next_nodes, node_input, parameter_input, output, variables, whats_next, answer_required,
      nlu_disabled, analytics_event, platform_flag, skill_tag, ${userId ?? null}::uuid
    from pro_studio_nodes where solution_version_id = ${fromVersionId}`.execute(tx);
}
