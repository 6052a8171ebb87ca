// What is in the database, compared with the ledger of those who wrote it.
import type pg from "pg";
import { added, judgeLast, type Ledger, nothingWrong, type Verdict } from "./ledger.ts";
import type { Target } from "./workload.ts";
import type { World } from "./world.ts";

type Effects = Map<string, { count: number; isWhole: boolean }>;

function counted(rows: readonly { name: string; isWhole: boolean }[]): Effects {
  const effects: Effects = new Map();
  for (const { name, isWhole } of rows) {
    const known = effects.get(name);
    effects.set(name, { count: (known?.count ?? 0) + 1, isWhole: isWhole && (known?.isWhole ?? true) });
  }
  return effects;
}

/** Whole: both environments, all products, and the audit entry of the same transaction. */
export async function projects(client: pg.Client, world: World, run: string): Promise<Effects> {
  const { rows } = await client.query<{ name: string; isWhole: boolean }>(
    `select p.name,
       (select count(*) from project_environment_configs c where c.project_id = p.id) = 2
       and (select count(*) from project_product_settings s where s.project_id = p.id) = $2
       and (select count(*) from audit_log a where a.object_id = p.id::text and a.action = 'project.created') = 1 as "isWhole"
     from projects p where p.account_id = $1 and p.name like $3`,
    [world.accountId, world.productIds.length, `project-${run}x%`],
  );
  return counted(rows);
}

export async function teams(client: pg.Client, world: World, run: string): Promise<Effects> {
  const { rows } = await client.query<{ name: string; isWhole: boolean }>(
    `select t.name, (select count(*) from team_members u where u.team_id = t.id) = $2
       and (select count(*) from audit_log a where a.object_id = t.id::text and a.action = 'team.created') = 1 as "isWhole"
     from teams t where t.account_id = $1 and t.name like $3`,
    [world.accountId, world.memberIds.length, `team-${run}x%`],
  );
  return counted(rows);
}

/** Every change of a person leaves one entry, and none is left by what did not happen. */
export async function auditedUsers(client: pg.Client, users: readonly Target[]): Promise<Effects> {
  const { rows } = await client.query<{ name: string; isWhole: boolean }>(
    `select a.detail -> 'after' ->> 'firstName' as name, true as "isWhole" from audit_log a
     where a.object_id = any($1) and a.detail -> 'after' ->> 'firstName' like any($2)`,
    [users.map(({ id }) => id), users.map(({ names }) => `${names}%`)],
  );
  return counted(rows);
}

/** Name, role, team and project of a person are those of one change: the even ones give, the odd ones take away. */
export async function savedUsers(
  client: pg.Client,
  world: World,
  ledger: Ledger,
  users: readonly Target[],
): Promise<Verdict> {
  const entries = ledger.entries("user");
  const { rows } = await client.query<{ id: string; name: string; held: number }>(
    `select u.id, u.first_name as name,
       (select count(*) from account_user_roles r where r.user_id = u.id and r.role_id = $2)::int
       + (select count(*) from team_members t where t.user_id = u.id and t.team_id = $3)::int
       + (select count(*) from user_projects p where p.user_id = u.id and p.project_id = $4)::int as held
     from users u where u.id = any($1)`,
    [users.map(({ id }) => id), world.roleId, world.teamId, world.projectId],
  );
  return added(
    ...users.map(({ id, names }) => {
      const row = rows.find((each) => each.id === id && each.name.startsWith(names));
      const isGiven = Number(row?.name.slice(names.length).split("-")[0]) % 2 === 0;
      return judgeLast(
        entries.filter((entry) => entry.id.startsWith(names)),
        row && { id: row.name, isWhole: row.held === (isGiven ? 3 : 0) },
      );
    }),
  );
}

/** The nodes of a version are exactly those of one save. */
export async function savedNodes(
  client: pg.Client,
  ledger: Ledger,
  versions: readonly Target[],
  nodesPerSave: number,
): Promise<Verdict> {
  const entries = ledger.entries("nodes");
  const { rows } = await client.query<{ version: string; messages: string[]; count: number }>(
    `select solution_version_id as version, array_agg(distinct message) as messages, count(*)::int as count
     from pro_studio_nodes where solution_version_id = any($1) and id like 'node-%' group by 1`,
    [versions.map(({ id }) => id)],
  );
  return added(
    ...versions.map(({ id, names }) => {
      const row = rows.find(({ version }) => version === id);
      return judgeLast(
        entries.filter((entry) => entry.id.startsWith(names)),
        row && {
          id: row.messages[0] ?? "",
          isWhole: row.messages.length === 1 && row.count === nodesPerSave,
        },
      );
    }),
  );
}

/** Whole: numbered without a gap. */
export async function messages(client: pg.Client, conversations: readonly string[]): Promise<Effects> {
  const { rows } = await client.query<{ name: string; isWhole: boolean }>(
    `select m.client_message_id as name,
       (select count(*) = max(o.sequence) from conversation_messages o where o.conversation_id = m.conversation_id) as "isWhole"
     from conversation_messages m where m.conversation_id = any($1::uuid[]) and m.client_message_id like 'chat-%'`,
    [conversations],
  );
  return counted(rows);
}

/** An entry that tells of something that is not there. */
export async function auditWithoutEffect(client: pg.Client): Promise<Verdict> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from audit_log a where a.action in ('project.created', 'team.created')
       and not exists (select 1 from projects p where p.id::text = a.object_id)
       and not exists (select 1 from teams t where t.id::text = a.object_id)`,
  );
  return { ...nothingWrong(), phantom: rows[0]?.count ?? 0 };
}
