// No sequence of up to six changes by people who are not administrators gives one of them more than they had.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anAccount, anAdmin, aProject, assignProject, aTeam, aUser } from "#testing/builders.ts";
import { roleId } from "#testing/roles.ts";
import { type RolledBack, rolledBack } from "#testing/rolled-back.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import type { Context } from "./context.ts";
import { buildApi } from "./graphql.ts";
import { ACTIONS, isAction, isAllowed, ROLE_TEMPLATES, type RoleKey } from "#access/actions.ts";
import { accountGrants, projectGrants } from "#access/grants.ts";
import { createViewer } from "#access/viewer.ts";

let server: TestServer;
let lanes: RolledBack[];
beforeAll(async () => {
  server = await startTestServer();
  lanes = [await rolledBack(server.databaseUrl), await rolledBack(server.databaseUrl)];
});
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
  await server.stop();
});

const roleKeys = ROLE_TEMPLATES.map((role) => role.key).filter((key) => key !== "organization_admin");

/** Two accounts, one below the other, with teams, projects and one person for every role but administrator. */
async function anOrganisation() {
  const parent = await anAccount(server);
  const child = await anAccount(server, { parentId: parent });
  const accounts = [parent, child];
  for (const accountId of accounts) await anAdmin(server, accountId);
  const projects = await Promise.all(accounts.map((accountId) => aProject(server, { accountId })));
  const people: string[] = [];
  for (const [index, key] of roleKeys.entries()) {
    people.push(
      await aUser(server, {
        accountId: accounts[index % 2] ?? parent,
        roleKeys: [key],
        firstName: "A",
        lastName: "B",
      }),
    );
  }
  // Managers of both accounts: the interesting ones.
  people.push(
    await aUser(server, {
      accountId: parent,
      roleKeys: ["organization_access_manager"],
      firstName: "A",
      lastName: "B",
    }),
  );
  people.push(
    await aUser(server, {
      accountId: child,
      roleKeys: ["organization_access_manager", "pro_studio_builder"],
      firstName: "A",
      lastName: "B",
    }),
  );
  const teams: string[] = [];
  for (const accountId of accounts) {
    for (const keys of [
      [],
      ["organization_admin"],
      ["pro_studio_admin"],
      ["analytics_viewer"],
    ] satisfies RoleKey[][]) {
      teams.push(await aTeam(server, { accountId, roleKeys: keys, userIds: people.slice(0, 2) }));
    }
  }
  const [project] = projects;
  if (project && people[2])
    await assignProject(server, { userId: people[2], projectId: project, roleKeys: ["pro_studio_admin"] });
  const roles = await Promise.all(
    accounts.flatMap((accountId) => ROLE_TEMPLATES.map((role) => roleId(server, accountId, role.key))),
  );
  return { accounts, projects, people, teams, roles };
}

type Organisation = Awaited<ReturnType<typeof anOrganisation>>;

async function rightsOf(
  { db }: RolledBack,
  userId: string,
  { accounts, projects }: Organisation,
): Promise<Set<string>> {
  const rights = new Set<string>();
  const note = (place: string, held: ReadonlySet<string> | undefined, scope: "account" | "project") => {
    for (const action of Object.keys(ACTIONS).filter(isAction)) {
      if (ACTIONS[action].scope === scope && held && isAllowed(action, held))
        rights.add(`${place} ${action}`);
    }
  };
  for (const id of accounts) note(`account ${id}`, (await accountGrants(db, userId, id))?.held, "account");
  for (const id of projects) note(`project ${id}`, (await projectGrants(db, userId, id))?.held, "project");
  return rights;
}

it("nobody enlarges their own rights", { timeout: 600_000 }, async ({ task }) => {
  const runs = process.env["LONG_SECURITY_RUN"] ? 2_000 : 400;
  Object.assign(task.meta, { cases: runs });
  // Side by side in organisations of their own: they have no row in common to wait for.
  const accepted = await Promise.all(
    lanes.map(async (lane) => tryToEnlarge(lane, await anOrganisation(), Math.ceil(runs / lanes.length))),
  );
  const succeeded = accepted.reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `escalation: ${succeeded} changes were accepted, none enlarged the rights of who made it\n`,
  );
  expect(succeeded).toBeGreaterThan(100);
});

/** Answers how many changes were accepted. */
async function tryToEnlarge(database: RolledBack, organisation: Organisation, runs: number): Promise<number> {
  const { resolvers } = await buildApi();
  const mutations = Object(resolvers["Mutation"]) as Record<
    string,
    (parent: unknown, args: unknown, ctx: Context, info: unknown) => Promise<unknown>
  >;
  const { accounts, projects, people, teams, roles } = organisation;
  const managers = people.slice(-2);
  const one = (items: readonly string[]) => fc.constantFrom(...items);
  const some = (items: readonly string[]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.subarray([...items], { maxLength: 2 }) },
    );
  const lists = {
    roleIdsToAdd: some(roles),
    roleIdsToRemove: some(roles),
    projectIdsToAdd: some(projects),
    projectIdsToRemove: some(projects),
  };
  const projectRolesUpdate = fc.array(fc.record({ projectId: one(projects), roleIdsToAdd: some(roles) }), {
    maxLength: 1,
  });
  const step = fc.oneof(
    fc.record({
      name: fc.constant("updateUser"),
      args: fc.record({
        id: one(people),
        accountId: one(accounts),
        firstName: fc.constant("A"),
        lastName: fc.constant("B"),
        ...lists,
        teamIdsToAdd: some(teams),
        teamIdsToRemove: some(teams),
        projectRolesUpdate,
      }),
    }),
    fc.record({
      name: fc.constant("updateTeam"),
      args: fc.record({
        id: one(teams),
        accountId: fc.option(one(accounts)),
        ...lists,
        userIdsToAdd: some(people),
        userIdsToRemove: some(people),
        projectRolesUpdate,
      }),
    }),
    fc.record({
      name: fc.constant("createTeam"),
      args: fc.record({ accountId: one(accounts), name: fc.uuid(), ...lists, userIdsToAdd: some(people) }),
    }),
    fc.record({
      name: fc.constant("setUserAccountProjectsRoles"),
      args: fc.record({ userId: one(people), projectRolesUpdate, isConsolidatingDetails: fc.boolean() }),
    }),
    fc.record({
      name: fc.constant("setTeamAccountProjectRoles"),
      args: fc.record({ teamId: one(teams), projectRolesUpdate }),
    }),
    fc.record({
      name: fc.constant("removeUserFromAccount"),
      args: fc.record({ accountId: one(accounts), userIds: some(people) }),
    }),
    fc.record({
      name: fc.constant("addUserToAccount"),
      args: fc.record({
        accountId: one(accounts),
        userName: fc.constantFrom(`new@${accounts[0]}.example`, `other@${accounts[0]}.example`),
        firstName: fc.constant("A"),
        lastName: fc.constant("B"),
      }),
    }),
    fc.record({
      name: fc.constant("createAccount"),
      args: fc.record({ parentAccountId: one(accounts), accountName: fc.uuid() }),
    }),
    fc.record({
      name: fc.constant("updateAccount"),
      args: fc.record({ id: one(accounts), accountManagerId: one(people) }),
    }),
    fc.record({ name: fc.constant("deleteTeams"), args: fc.record({ teamIds: some(teams) }) }),
  );
  const steps = fc.array(
    fc.record({
      actor: fc.oneof({ weight: 3, arbitrary: one(managers) }, { weight: 1, arbitrary: one(people) }),
      step,
    }),
    { minLength: 1, maxLength: 6 },
  );
  // Only who is no administrator anywhere, by whatever path, is held to this.
  const before = new Map<string, Set<string>>();
  for (const id of people) {
    const rights = await rightsOf(database, id, organisation);
    if (![...rights].some((right) => right.endsWith("account.delete"))) before.set(id, rights);
  }
  expect(before.size).toBeGreaterThan(8);
  const actors = [...before.keys()];
  let succeeded = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) =>
      database.run(async () => {
        for (const {
          actor,
          step: { name, args },
        } of sequence) {
          if (!actors.includes(actor)) continue;
          const ctx: Context = {
            ...server.services,
            db: database.db,
            viewer: createViewer(database.db, { userId: actor }),
            requestId: "escalation",
            idempotencyKey: undefined,
            operation: undefined,
            hasAudited: false,
            loaders: new Map(),
          };
          const isDone = await mutations[name]?.(undefined, args, ctx, {}).then(
            () => true,
            () => false,
          );
          if (!isDone) continue;
          succeeded += 1;
          // What the actor did may have helped others within what the actor held; never the actor.
          const gained = [...(await rightsOf(database, actor, organisation))].filter(
            (right) => !before.get(actor)?.has(right),
          );
          const wasGivenByOthers = sequence.some(
            (other) => other.actor !== actor && actors.includes(other.actor),
          );
          if (!wasGivenByOthers) expect(gained, `${actor} by ${name}`).toEqual([]);
          // Together they hold no more than they held together before.
          const all = new Set([...before.values()].flatMap((rights) => [...rights]));
          expect(gained.filter((right) => !all.has(right))).toEqual([]);
        }
      }),
    ),
    { numRuns: runs },
  );
  return succeeded;
}
