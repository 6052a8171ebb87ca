import { sql } from "kysely";
import { type FlowNode, readStoredNode } from "@parley/flow";
import { holdersOf } from "#access/viewer.ts";
import type { Db } from "#platform/database.ts";

/** A node as the flow package knows it, with who wrote it last and how often it was written. */
export type NodeRow = Omit<FlowNode, "lastModified"> & {
  readonly lastModified: Date;
  readonly revision: number;
  readonly modifiedBy: string | null;
};

export interface RecordRow {
  readonly solutionVersionId: string;
  readonly projectProStudioSettingId: string;
  readonly lastServerSync: Date | null;
  readonly lastServerSyncHash: number | null;
  readonly lastServerSyncError: string[];
  readonly lastServerValidation: Date | null;
  readonly lastServerValidationHash: number | null;
  readonly lastServerValidationMessages: string[];
}

export interface OwnerRow {
  readonly solutionVersionId: string;
  readonly solutionId: string;
  readonly solutionName: string;
  readonly number: number;
  readonly projectId: string;
  readonly accountId: string;
  readonly settingId: string;
  readonly isPublished: boolean;
}

/** The solution version a flow belongs to. */
export async function findOwner(db: Db, solutionVersionId: string): Promise<OwnerRow | undefined> {
  const { rows } = await sql<OwnerRow>`
    select v.id as "solutionVersionId", s.id as "solutionId", s.name as "solutionName", v.number, s.project_id as "projectId",
      p.account_id as "accountId", s.project_pro_studio_setting_id as "settingId",
      v.published_at is not null as "isPublished"
    from solution_versions v join solutions s on s.id = v.solution_id join projects p on p.id = s.project_id
    where v.id = ${solutionVersionId}`.execute(db);
  return rows[0];
}

const nodeColumns = sql`n.id, n.solution_version_id as "solutionVersionId", n.node_name as "nodeName",
  n.node_number as "nodeNumber", n.node_type as "nodeType", n.node_tags as "nodeTags", n."order",
  n.last_modified as "lastModified", n.message, n.intent, n.command, n.behaviors, n.description,
  n.css_classname as "cssClassname", n.rich_asset_content as "richAssetContent", n.rich_asset_type as "richAssetType",
  n.decision_variable as "decisionVariable", n.next_nodes as "nextNodes", n.node_input as "nodeInput",
  n.parameter_input as "parameterInput", n.output, n.variables, n.whats_next as "whatsNext",
  n.answer_required as "answerRequired", n.nlu_disabled as "nluDisabled", n.analytics_event as "analyticsEvent",
  n.platform_flag as "platformFlag", n.skill_tag as "skillTag", n.revision,
  u.first_name || ' ' || u.last_name as "modifiedBy"`;

/** Ordered by order, then number, then id; only these ids when they are given. */
export async function listNodes(
  db: Db,
  solutionVersionId: string,
  ids?: readonly string[],
): Promise<NodeRow[]> {
  const only = ids ? sql`and n.id = any(${ids})` : sql``;
  const { rows } = await sql<NodeRow>`select ${nodeColumns} from pro_studio_nodes n
    left join users u on u.id = n.modified_by
    where n.solution_version_id = ${solutionVersionId} ${only}
    order by n."order", n.node_number, n.id`.execute(db);
  return rows.map((row) => {
    const { lastModified, revision, modifiedBy } = row;
    return { ...readStoredNode(row), lastModified, revision, modifiedBy };
  });
}

export async function countNodes(db: Db, solutionVersionId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pro_studio_nodes
    where solution_version_id = ${solutionVersionId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Distinct ids that contain the text, of versions whose project the person may read, in order. */
export async function versionsWithNodes(
  db: Db,
  userId: string,
  partial: string,
): Promise<{ solutionVersionId: string }[]> {
  const pattern = `%${partial.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`;
  const holders = holdersOf("solution.read");
  const { rows } = await sql<{ solutionVersionId: string }>`
    select distinct v.id as "solutionVersionId"
    from solution_versions v join solutions s on s.id = v.solution_id
      join projects p on p.id = s.project_id join accounts a on a.id = p.account_id
    where v.id::text like ${pattern} escape '\\'
      and exists (select 1 from pro_studio_nodes n where n.solution_version_id = v.id)
      and exists (select 1 from users where id = ${userId} and status <> 'SUSPENDED')
      and (exists (select 1 from account_user_roles g join roles r on r.id = g.role_id
          where g.user_id = ${userId} and g.account_id = any(a.granting_path) and r.key = any(${holders}))
        or exists (select 1 from team_members m
            join team_account_roles g on g.team_id = m.team_id and g.account_id = any(a.granting_path)
            join roles r on r.id = g.role_id
          where m.user_id = ${userId} and r.key = any(${holders}))
        or (a.granting_path = a.path and (
          exists (select 1 from user_project_roles g join roles r on r.id = g.role_id
            where g.user_id = ${userId} and g.project_id = p.id and r.key = any(${holders}))
          or exists (select 1 from team_members m
              join team_project_roles g on g.team_id = m.team_id and g.project_id = p.id
              join roles r on r.id = g.role_id
            where m.user_id = ${userId} and r.key = any(${holders})))))
    order by v.id limit 1000`.execute(db);
  return rows;
}

export async function findRecord(db: Db, solutionVersionId: string): Promise<RecordRow | undefined> {
  return db
    .selectFrom("pro_studio_versions")
    .select([
      "solution_version_id as solutionVersionId",
      "project_pro_studio_setting_id as projectProStudioSettingId",
      "last_server_sync as lastServerSync",
      "last_server_sync_hash as lastServerSyncHash",
      "last_server_sync_error as lastServerSyncError",
      "last_server_validation as lastServerValidation",
      "last_server_validation_hash as lastServerValidationHash",
      "last_server_validation_messages as lastServerValidationMessages",
    ])
    .where("solution_version_id", "=", solutionVersionId)
    .executeTakeFirst();
}

/** Seen within half a minute, by name. */
export async function listPresence(db: Db, solutionVersionId: string) {
  const { rows } = await sql<{
    userId: string;
    name: string;
    picture: string | null;
    clientId: string;
    nodeIds: string[];
    seenAt: Date;
  }>`select p.user_id as "userId", u.first_name || ' ' || u.last_name as name, u.picture,
      p.client_id as "clientId", p.node_ids as "nodeIds", p.seen_at as "seenAt"
    from pro_studio_presence p join users u on u.id = p.user_id
    where p.solution_version_id = ${solutionVersionId} and p.seen_at > now() - interval '30 seconds'
    order by name, p.client_id`.execute(db);
  return rows;
}
