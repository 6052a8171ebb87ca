import { type RawBuilder, sql } from "kysely";
import type { Db } from "#platform/database.ts";

export interface AuditLogRow {
  id: string;
  sequence: number;
  userId: string | null;
  user: { id: string; userName: string; firstName: string; lastName: string; picture: string | null } | null;
  accountId: string;
  projectId: string | null;
  projectName: string | null;
  productId: string | null;
  product: { id: string; name: string; displayName: string } | null;
  applicationId: string | null;
  action: string;
  objectType: string;
  objectId: string | null;
  objectName: string | null;
  hash: string;
  createdAt: Date;
  detail: { message: string; before: unknown; after: unknown };
}

export interface AuditFilter {
  readonly userId?: string | undefined;
  readonly productId?: string | undefined;
  readonly action?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly search?: string | undefined;
  readonly includeChildAccounts?: boolean | undefined;
  readonly upToSequence?: number | undefined;
  readonly afterSequence?: number | undefined;
  readonly isOldestFirst?: boolean | undefined;
}

const columns = sql`l.id, l.sequence, l.user_id as "userId",
  case when u.id is null then null else jsonb_build_object('id', u.id, 'userName', u.user_name,
    'firstName', u.first_name, 'lastName', u.last_name, 'picture', u.picture) end as user,
  l.account_id as "accountId", l.project_id as "projectId", pr.name as "projectName", l.product_id as "productId",
  case when p.id is null then null else
    jsonb_build_object('id', p.id, 'name', p.name, 'displayName', p.display_name) end as product,
  l.application_id as "applicationId", l.action, l.object_type as "objectType", l.object_id as "objectId",
  l.object_name as "objectName", l.hash, l.created_at as "createdAt", l.detail`;

/** Newest first unless asked otherwise. */
export async function listAuditLog(
  db: Db,
  accountId: string,
  filter: AuditFilter,
  bounds: { limit: number; offset: number },
): Promise<AuditLogRow[]> {
  const direction = filter.isOldestFirst ? sql`asc` : sql`desc`;
  const { rows } = await sql<AuditLogRow>`
    select ${columns} from audit_log l
      left join users u on u.id = l.user_id
      left join products p on p.id = l.product_id
      left join projects pr on pr.id = l.project_id
    where ${matches(accountId, filter)}
    order by l.created_at ${direction}, l.sequence ${direction}, l.id ${direction}
    limit ${bounds.limit} offset ${bounds.offset}`.execute(db);
  return rows;
}

export async function countAuditLog(db: Db, accountId: string, filter: AuditFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from audit_log l where ${matches(accountId, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function matches(accountId: string, filter: AuditFilter): RawBuilder<unknown> {
  const conditions = [
    filter.includeChildAccounts
      ? sql`l.account_id in (select id from accounts where path @> array[${accountId}]::uuid[])`
      : sql`l.account_id = ${accountId}`,
  ];
  if (filter.userId) conditions.push(sql`l.user_id = ${filter.userId}`);
  if (filter.productId) conditions.push(sql`l.product_id = ${filter.productId}`);
  if (filter.projectId) conditions.push(sql`l.project_id = ${filter.projectId}`);
  if (filter.objectType) conditions.push(sql`l.object_type = ${filter.objectType}`);
  if (filter.objectId) conditions.push(sql`l.object_id = ${filter.objectId}`);
  if (filter.action) {
    conditions.push(sql`(l.action = ${filter.action} or starts_with(l.action, ${`${filter.action}.`}))`);
  }
  if (filter.from) conditions.push(sql`l.created_at >= ${filter.from}`);
  if (filter.to) conditions.push(sql`l.created_at <= ${filter.to}`);
  if (filter.upToSequence !== undefined) conditions.push(sql`l.sequence <= ${filter.upToSequence}`);
  if (filter.afterSequence !== undefined) conditions.push(sql`l.sequence > ${filter.afterSequence}`);
  const search = filter.search?.trim();
  if (search) {
    const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    conditions.push(sql`(l.detail ->> 'message' ilike ${pattern} or l.object_name ilike ${pattern})`);
  }
  return sql.join(conditions, sql` and `);
}

export async function auditFacets(db: Db, accountId: string) {
  const { rows } = await sql<{ actions: string[] | null; objectTypes: string[] | null }>`
    select array_agg(distinct action order by action) as actions,
      array_agg(distinct object_type order by object_type) as "objectTypes"
    from audit_log where account_id = ${accountId}`.execute(db);
  const { rows: users } = await sql<NonNullable<AuditLogRow["user"]>>`
    select u.id, u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", u.picture
    from users u where u.id in (select user_id from audit_log where account_id = ${accountId})
    order by u.first_name, u.last_name, u.id limit 500`.execute(db);
  return { actions: rows[0]?.actions ?? [], objectTypes: rows[0]?.objectTypes ?? [], users };
}

export async function lastSequence(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom("audit_log")
    .select((eb) => eb.fn.max("sequence").as("sequence"))
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.sequence ?? 0;
}
