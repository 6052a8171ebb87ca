// Rows for tests, said in the words of the domain: `await anAccount(server)`, `await aUser(server, {…})`.
import type { RoleKey } from "#access/actions.ts";
import { insertAccount } from "#domains/accounts";
import { insertProject, type NewProject } from "#domains/projects";
import { insertTeam, type NewTeam } from "#domains/teams";
import { insertUser } from "#domains/users";
import type { TestServer } from "./server.ts";

let counter = 0;
const next = () => ++counter;

export function anAccount(
  server: TestServer,
  account: { name?: string; parentId?: string } = {},
): Promise<string> {
  return server.db
    .transaction()
    .execute((tx) =>
      insertAccount(tx, { name: account.name ?? `Organisation ${next()}`, parentId: account.parentId }),
    );
}

export function aUser(
  server: TestServer,
  user: {
    accountId: string;
    roleKeys?: readonly RoleKey[];
    firstName?: string;
    lastName?: string;
    userName?: string;
  },
): Promise<string> {
  const number = next();
  return server.db.transaction().execute((tx) =>
    insertUser(tx, server.services, {
      userName: user.userName ?? `person${number}@example.org`,
      firstName: user.firstName ?? `First${number}`,
      lastName: user.lastName ?? `Last${number}`,
      accountId: user.accountId,
      roleKeys: user.roleKeys ?? [],
    }),
  );
}

export function anAdmin(server: TestServer, accountId: string): Promise<string> {
  return aUser(server, { accountId, roleKeys: ["organization_admin"] });
}

export function aTeam(server: TestServer, team: Partial<NewTeam> & { accountId: string }): Promise<string> {
  return server.db.transaction().execute((tx) => insertTeam(tx, { name: `Team ${next()}`, ...team }));
}

export function aProject(
  server: TestServer,
  project: Partial<NewProject> & { accountId: string },
): Promise<string> {
  return server.db.transaction().execute((tx) =>
    insertProject(tx, {
      name: `Project ${next()}`,
      products: ["pro_studio", "agent_assist", "analytics"],
      ...project,
    }),
  );
}

/** Assigns a project to a user, with roles held in that project only. */
export async function assignProject(
  server: TestServer,
  assignment: { userId: string; projectId: string; roleKeys?: readonly RoleKey[] },
): Promise<void> {
  const { userId, projectId } = assignment;
  const { db } = server;
  const project = await db
    .selectFrom("projects")
    .select("account_id")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("user_projects")
    .values({ user_id: userId, project_id: projectId, account_id: project.account_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const key of assignment.roleKeys ?? []) {
    const role = await db
      .selectFrom("roles")
      .select("id")
      .where("account_id", "=", project.account_id)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("user_project_roles")
      .values({ user_id: userId, project_id: projectId, role_id: role.id })
      .execute();
  }
}
