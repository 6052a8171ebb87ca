// An organisation three levels deep with 10,000 people, 500 teams and 1,000 projects.
import { sql } from "kysely";
import { insertAccount } from "../apps/server/src/accounts/create.ts";
import type { Services } from "../apps/server/src/context.ts";
import { insertProject } from "../apps/server/src/projects/create.ts";
import { insertUser } from "../apps/server/src/users/create.ts";

export interface Organisation {
  readonly accountId: string;
  readonly userId: string;
  readonly projectId: string;
  readonly cookie: string;
}

export async function fillOrganisation(services: Services): Promise<Organisation> {
  const { db } = services;
  const made = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    const root = await insertAccount(tx, { name: "Root" });
    const middle = await insertAccount(tx, { name: "Middle", parentId: root });
    const accountId = await insertAccount(tx, { name: "Large", parentId: middle });
    const userId = await insertUser(tx, services, {
      userName: "measured@example.org",
      firstName: "Measured",
      lastName: "Person",
      accountId,
      roleKeys: ["pro_studio_builder", "analytics_viewer"],
    });
    const projectId = await insertProject(tx, { accountId, name: "Measured", products: ["pro_studio"] });
    await sql`insert into users (id, user_name, first_name, last_name, default_account_id)
      select gen_random_uuid(), 'person' || n || '@example.org', 'First' || (n * 7919) % 10007, 'Last' || n, ${accountId}
      from generate_series(1, 9999) n`.execute(tx);
    await sql`insert into account_users (account_id, user_id) select ${accountId}, id from users
      on conflict do nothing`.execute(tx);
    await sql`insert into account_user_roles (account_id, user_id, role_id)
      select ${accountId}, u.id, r.id from users u join roles r on r.account_id = ${accountId}
      where r.key = (array['pro_studio_builder', 'analytics_viewer', 'agent_assist_agent'])[1 + abs(hashtext(u.id::text)) % 3]
      on conflict do nothing`.execute(tx);
    await sql`insert into projects (id, account_id, name) select gen_random_uuid(), ${accountId}, 'Project ' || n
      from generate_series(1, 999) n`.execute(tx);
    await sql`insert into teams (id, account_id, name) select gen_random_uuid(), ${accountId}, 'Team ' || n
      from generate_series(1, 500) n`.execute(tx);
    await sql`insert into team_accounts (team_id, account_id, is_primary_account)
      select id, account_id, true from teams`.execute(tx);
    await sql`insert into team_account_roles (team_id, account_id, role_id)
      select t.id, t.account_id, r.id from teams t join roles r on r.account_id = t.account_id and r.key = 'agent_assist_agent'`.execute(
      tx,
    );
    // Forty people a team: everybody is in two. The measured person is in ten.
    await sql`with people as (select id, row_number() over (order by id) as n from users),
        numbered as (select id, row_number() over (order by id) - 1 as n from teams)
      insert into team_members (team_id, user_id)
      select t.id, p.id from people p join numbered t on t.n = p.n % 500 or t.n = (p.n * 7 + 13) % 500
      on conflict do nothing`.execute(tx);
    await sql`insert into team_members (team_id, user_id) select id, ${userId} from teams order by name limit 10
      on conflict do nothing`.execute(tx);
    await sql`with numbered as (select id, account_id, row_number() over (order by id) - 1 as n from teams),
        work as (select id, row_number() over (order by id) - 1 as n from projects where account_id = ${accountId})
      insert into team_account_projects (team_id, account_id, project_id)
      select t.id, t.account_id, w.id from numbered t join work w on w.n % 200 = t.n % 200
      on conflict do nothing`.execute(tx);
    await sql`insert into user_projects (user_id, project_id, account_id)
      select ${userId}, id, account_id from projects order by name limit 20 on conflict do nothing`.execute(
      tx,
    );
    return { accountId, userId, projectId };
  });
  await sql`analyze`.execute(db);
  if (!services.identity) throw new Error("The bench needs the built-in provider.");
  return { ...made, cookie: await services.identity.createSession(made.userId) };
}
