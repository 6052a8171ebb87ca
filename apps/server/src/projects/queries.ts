import { sql } from "kysely";
import { holdersOf } from "#access/viewer.ts";
import type { Db } from "#platform/database.ts";
import { statement } from "#platform/statement.ts";

export interface ProjectRow {
  id: string;
  accountId: string;
  name: string;
  description: string;
  picture: string | null;
  timeZoneId: string | null;
  projectIconId: string | null;
  /** As PostgreSQL writes times: most lists do not ask for them, and reading them takes longer than the rest of a row. */
  createdAt: string;
  updatedAt: string;
  version: number;
  isAssigned: boolean;
}

// A project is assigned to someone directly or through one of their teams.
const assignedTo = (userId: string) => sql<boolean>`(
  exists (select 1 from user_projects u where u.project_id = p.id and u.user_id = ${userId})
  or exists (select 1 from team_account_projects t join team_members m on m.team_id = t.team_id
    where t.project_id = p.id and m.user_id = ${userId}))`;

const columns = (userId: string) => sql`
  p.id, p.account_id as "accountId", p.name, p.description, p.picture, p.time_zone_id as "timeZoneId",
  p.project_icon_id as "projectIconId", p.created_at::text as "createdAt", p.updated_at::text as "updatedAt", p.version,
  ${assignedTo(userId)} as "isAssigned"`;

// Whoever holds one of these roles in the account or above it sees all of its projects.
const seesAll = (userId: string) => sql<boolean>`exists (
  select 1 from accounts a where a.id = p.account_id and (
    exists (select 1 from account_user_roles g join roles r on r.id = g.role_id
      where g.user_id = ${userId} and g.account_id = any(a.path) and r.key = any(${holdersOf("project.list-all")}))
    or exists (select 1 from team_members m
      join team_account_roles g on g.team_id = m.team_id and g.account_id = any(a.path)
      join roles r on r.id = g.role_id
      where m.user_id = ${userId} and r.key = any(${holdersOf("project.list-all")}))))`;

const projectsOfAccount = statement(
  (given: { viewerId: string; accountId: string }) => sql<ProjectRow>`
    select ${columns(given.viewerId)} from projects p
    where p.account_id = ${given.accountId} and (${assignedTo(given.viewerId)} or ${seesAll(given.viewerId)})
    order by p.name, p.id`,
);

/** Ordered by name. */
export function listProjects(db: Db, viewerId: string, accountId: string): Promise<ProjectRow[]> {
  return projectsOfAccount(db, { viewerId, accountId });
}

/** Ordered by age, newest first. */
export async function listUserProjects(
  db: Db,
  viewerId: string,
  filter: { userId: string; accountId: string; includeUnassigned: boolean },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select ${columns(filter.userId)} from projects p
    where p.account_id = ${filter.accountId}
      and (${assignedTo(filter.userId)} or ${filter.includeUnassigned})
      and (${assignedTo(viewerId)} or ${seesAll(viewerId)})
    order by p.created_at desc, p.id desc`.execute(db);
  return rows;
}

/** A user's projects the viewer may see, in one account or in all. Ordered by name. */
export async function listProjectsOfUser(
  db: Db,
  viewerId: string,
  filter: { userId: string; accountId?: string },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select ${columns(filter.userId)} from projects p
    where (${filter.accountId ?? null}::uuid is null or p.account_id = ${filter.accountId ?? null}::uuid)
      and ${assignedTo(filter.userId)}
      and (${assignedTo(viewerId)} or ${seesAll(viewerId)})
    order by p.name, p.id`.execute(db);
  return rows;
}

const projectById = statement(
  (given: { viewerId: string; id: string }) => sql<ProjectRow>`
    select ${columns(given.viewerId)} from projects p where p.id = ${given.id}`,
);

export async function findProject(db: Db, viewerId: string, id: string): Promise<ProjectRow | undefined> {
  return (await projectById(db, { viewerId, id }))[0];
}

interface ProductSetting {
  projectId: string;
  productId: string;
  settings: unknown;
  product: { id: string; name: string; displayName: string };
}

// One row for all: PostgreSQL builds the lists, and there are few products to many settings, which name them by place.
// Three lists side by side are read sooner than one of triples.
const productSettings = statement(
  ({ projectIds }: { projectIds: readonly string[] }) => sql<{
    products: ProductSetting["product"][];
    places: number[];
    productPlaces: number[];
    settings: unknown[];
  }>`
    with p as materialized (
      select id, name, display_name, row_number() over (order by display_name, id) - 1 as place from products)
    select
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'displayName', display_name)
          order by place), '[]') from p) as products,
      coalesce(json_agg(asked.place - 1 order by p.place, asked.place), '[]') as places,
      coalesce(json_agg(p.place order by p.place, asked.place), '[]') as "productPlaces",
      coalesce(json_agg(s.settings order by p.place, asked.place), '[]') as settings
    from unnest(${projectIds}::uuid[]) with ordinality as asked (id, place)
      join project_product_settings s on s.project_id = asked.id
      join p on p.id = s.product_id`,
);

export async function productSettingsOf(db: Db, projectIds: readonly string[]): Promise<ProductSetting[][]> {
  const [row] = await productSettings(db, { projectIds });
  const found = projectIds.map((): ProductSetting[] => []);
  row?.places.forEach((place, at) => {
    const product = row.products[row.productPlaces[at] ?? -1];
    const projectId = projectIds[place];
    if (product && projectId !== undefined)
      found[place]?.push({ projectId, productId: product.id, settings: row.settings[at], product });
  });
  return found;
}

export async function timeZonesByIds(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom("time_zones")
    .select(["id", "identifier", "label"])
    .where("id", "in", [...ids])
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id) ?? null);
}

export async function proStudioSettingsOf(db: Db, projectIds: readonly string[]) {
  const rows = await db
    .selectFrom("project_pro_studio_settings")
    .select(["id", "settings", "customer_id as customerId", "project_id as projectId"])
    .where("project_id", "in", [...projectIds])
    .execute();
  return projectIds.map((id) => rows.find((row) => row.projectId === id) ?? null);
}

/** Ids of the people a project is assigned to, directly or through a team, by first name. */
export async function userIdsOf(db: Db, projectIds: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ projectId: string; userId: string }>`
    select a.project_id as "projectId", u.id as "userId" from (
      select project_id, user_id from user_projects where project_id = any(${[...projectIds]}::uuid[])
      union
      select t.project_id, m.user_id from team_account_projects t join team_members m on m.team_id = t.team_id
      where t.project_id = any(${[...projectIds]}::uuid[])
    ) a join users u on u.id = a.user_id
    order by u.first_name, u.last_name, u.id`.execute(db);
  return projectIds.map((id) => rows.filter((row) => row.projectId === id).map((row) => row.userId));
}
