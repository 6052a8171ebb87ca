import type { CustomerData } from "@parley/bot-data";
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

type CustomerRow = Omit<CustomerData, "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
  resources: unknown;
};

const columns = sql`c.id, c.name, c.avatar, c.bot_language as "botLanguage", c.description,
  c.is_external as "isExternal", c.version, c.resources, c.created_at as "createdAt", c.updated_at as "updatedAt",
  (select count(*)::int from bots b where b.customer_id = c.id) as "botCount"`;

/** Ordered by name. */
export async function listCustomers(db: Db, projectId: string) {
  const { rows } = await sql<CustomerRow>`select ${columns} from customers c where c.project_id = ${projectId}
    order by lower(c.name), c.id`.execute(db);
  return rows.map(toCustomer);
}

export async function findCustomer(db: Db, projectId: string, id: string) {
  const { rows } = await sql<CustomerRow>`select ${columns} from customers c
    where c.project_id = ${projectId} and c.id = ${id}`.execute(db);
  return rows[0] && { ...toCustomer(rows[0]), resources: rows[0].resources };
}

export async function listEnvironments(db: Db, projectId: string) {
  return db
    .selectFrom("project_environment_configs as c")
    .innerJoin("environments as e", "e.id", "c.environment_id")
    .select(["c.id", "e.name", "c.status", "c.description"])
    .where("c.project_id", "=", projectId)
    .orderBy("e.name", "desc")
    .execute();
}

function toCustomer(row: CustomerRow): CustomerData {
  const { resources: _resources, ...customer } = row;
  return { ...customer, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
