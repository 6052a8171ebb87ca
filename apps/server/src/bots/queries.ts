import type { BotData, DeploymentData } from "@parley/bot-data";
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { Conflict } from "#platform/errors.ts";

type BotRow = Omit<BotData, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

const botColumns = sql`b.id, b.customer_id as "customerId", b.name as "botName", b.type as "botType", b.version,
  b.created_at as "createdAt", b.updated_at as "updatedAt",
  (select count(*)::int from bot_versions v where v.bot_id = b.id) as "versionCount",
  (select v.id from bot_versions v where v.bot_id = b.id order by v.number desc limit 1) as "latestVersionId",
  coalesce((select json_agg(json_build_object('environment', d.environment, 'versionId', d.version_id, 'number', v.number)
      order by d.environment)
    from bot_deployments d join bot_versions v on v.id = d.version_id
    where d.bot_id = b.id and d.is_current), '[]') as deployed,
  (select s.id from solutions s where s.bot_id = b.id limit 1) as "solutionId"`;

/** Ordered by name. */
export async function botsOfCustomer(db: Db, projectId: string, customerId: string): Promise<BotData[]> {
  const { rows } = await sql<BotRow>`select ${botColumns} from bots b
    where b.project_id = ${projectId} and b.customer_id = ${customerId} order by lower(b.name), b.id`.execute(
    db,
  );
  return rows.map(toBot);
}

export async function findBot(db: Db, projectId: string, id: string): Promise<BotData | undefined> {
  const { rows } = await sql<BotRow>`select ${botColumns} from bots b
    where b.project_id = ${projectId} and b.id = ${id}`.execute(db);
  return rows[0] && toBot(rows[0]);
}

/** One row per environment of the project, Sandbox before Live. */
export async function listDeployments(db: Db, projectId: string, botId: string): Promise<DeploymentData[]> {
  const { rows } = await sql<Omit<DeploymentData, "deployedAt"> & { deployedAt: Date | null }>`
    select e.name as environment, d.version_id as "versionId", v.number, d.deployed_at as "deployedAt",
      u.first_name || ' ' || u.last_name as "deployedBy",
      p.version_id as "previousVersionId", pv.number as "previousNumber"
    from project_environment_configs c join environments e on e.id = c.environment_id
      left join bot_deployments d on d.bot_id = ${botId} and d.environment = e.name and d.is_current
      left join bot_versions v on v.id = d.version_id
      left join users u on u.id = d.deployed_by
      left join lateral (select o.version_id from bot_deployments o
        where o.bot_id = ${botId} and o.environment = e.name and not o.is_current and o.version_id <> d.version_id
        order by o.deployed_at desc limit 1) p on true
      left join bot_versions pv on pv.id = p.version_id
    where c.project_id = ${projectId} order by e.name desc`.execute(db);
  return rows.map((row) => ({ ...row, deployedAt: row.deployedAt?.toISOString() ?? null }));
}

/** What answers in an environment; undefined when nothing is deployed there. */
export async function deployedVersionId(
  db: Db,
  botId: string,
  environment: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("bot_deployments")
    .select("version_id")
    .where("bot_id", "=", botId)
    .where("environment", "=", environment)
    .where("is_current", "=", true)
    .executeTakeFirst();
  return row?.version_id;
}

/** A bot that a stream names cannot go: visitors would find nobody there. */
export async function refuseWhileUsed(db: Db, botId: string, botName: string): Promise<void> {
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass('streams') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return;
  const users = await sql<{ stream: string; channel: string; environment: string }>`
    select s.name as stream, p.name as channel, p.environment from streams s join pypes p on p.id = s.pype_id
    where ${botId} in (s.start_chat_bot_id, s.end_chat_bot_id) order by p.name, s.name`.execute(db);
  if (users.rows.length === 0) return;
  const list = users.rows.map((row) => `${row.channel} / ${row.stream} (${row.environment})`);
  throw new Conflict(`The bot ${botName} answers in ${list.join(", ")}. Choose another bot there first.`, {
    usedBy: list,
  });
}

function toBot(row: BotRow): BotData {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}

export async function timeZoneOf(db: Db, projectId: string): Promise<string> {
  const row = await db
    .selectFrom("projects as p")
    .innerJoin("time_zones as z", "z.id", "p.time_zone_id")
    .select("z.identifier")
    .where("p.id", "=", projectId)
    .executeTakeFirst();
  return row?.identifier ?? "UTC";
}
