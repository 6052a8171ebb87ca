import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, anAdmin, aProject, aTeam, aUser } from "#testing/builders.ts";
import { auditMessages, roleId } from "#testing/roles.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const create = /* GraphQL */ `
  mutation CreateTeam(
    $accountId: ID
    $name: String!
    $description: String
    $roleIdsToAdd: [ID!]
    $userIdsToAdd: [ID!]
    $projectIdsToAdd: [ID!]
  ) {
    createTeam(
      accountId: $accountId
      name: $name
      description: $description
      roleIdsToAdd: $roleIdsToAdd
      userIdsToAdd: $userIdsToAdd
      projectIdsToAdd: $projectIdsToAdd
    ) {
      id
      version
      assignedMembers {
        id
        isFromOtherAccount
        homeAccountName
      }
      assignedRoles {
        key
      }
      assignedProjects {
        name
      }
    }
  }
`;
const update = /* GraphQL */ `
  mutation UpdateTeam(
    $id: ID!
    $name: String
    $description: String
    $version: Int
    $roleIdsToAdd: [ID!]
    $roleIdsToRemove: [ID!]
    $userIdsToAdd: [ID!]
    $userIdsToRemove: [ID!]
  ) {
    updateTeam(
      id: $id
      name: $name
      description: $description
      version: $version
      roleIdsToAdd: $roleIdsToAdd
      roleIdsToRemove: $roleIdsToRemove
      userIdsToAdd: $userIdsToAdd
      userIdsToRemove: $userIdsToRemove
    ) {
      id
      name
      description
      version
      assignedMembers {
        id
      }
    }
  }
`;
const projectRoles = /* GraphQL */ `
  mutation SetTeamAccountProjectRoles($teamId: ID!, $projectRolesUpdate: [ProjectRolesUpdate!]!) {
    setTeamAccountProjectRoles(teamId: $teamId, projectRolesUpdate: $projectRolesUpdate) {
      id
    }
  }
`;
const remove = /* GraphQL */ `
  mutation DeleteTeams($teamIds: [ID!]!) {
    deleteTeams(teamIds: $teamIds) {
      succeeded
    }
  }
`;

describe("a team", () => {
  it("is created with members of this and other organisations, roles and projects, and told in the log", async () => {
    const accountId = await anAccount(server, { name: "Parent" });
    const child = await anAccount(server, { name: "Child", parentId: accountId });
    const adminId = await anAdmin(server, accountId);
    const [own, other] = [await aUser(server, { accountId }), await aUser(server, { accountId: child })];
    const projectId = await aProject(server, { accountId, name: "Lamp" });
    const answer = await server.graphql<{ createTeam: { id: string; assignedMembers: { id: string }[] } }>(
      create,
      {
        accountId,
        name: "  Care ",
        roleIdsToAdd: [await roleId(server, accountId, "agent_assist_agent")],
        userIdsToAdd: [own, other],
        projectIdsToAdd: [projectId],
      },
      { userId: adminId },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.createTeam).toMatchObject({
      assignedRoles: [{ key: "agent_assist_agent" }],
      assignedProjects: [{ name: "Lamp" }],
    });
    expect(answer.data.createTeam.assignedMembers).toContainEqual({
      id: other,
      isFromOtherAccount: true,
      homeAccountName: "Child",
    });
    expect((await auditMessages(server, accountId))[0]).toMatch(
      /^created the team Care and added the role Agent;/,
    );
  });

  it("needs a free name", async () => {
    const accountId = await anAccount(server);
    const userId = await anAdmin(server, accountId);
    await aTeam(server, { accountId, name: "Taken" });
    for (const name of ["  ", "taken", "x".repeat(121)]) {
      const answer = await server.graphql(create, { accountId, name }, { userId });
      expect(answer.errors[0]?.extensions).toMatchObject({ code: "INVALID", field: "name" });
    }
    const name = "Sent three times";
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.graphql(create, { accountId, name }, { userId })),
    );
    const refused = answers.flatMap((answer) => answer.errors.map(({ extensions }) => extensions));
    expect(refused).toMatchObject([{ field: "name" }, { field: "name" }]);
  });

  it("refuses a stale name with field, person and time, while lists merge", async () => {
    const accountId = await anAccount(server);
    const first = await aUser(server, {
      accountId,
      firstName: "Ana",
      lastName: "Silva",
      roleKeys: ["organization_admin"],
    });
    const second = await anAdmin(server, accountId);
    const id = await aTeam(server, { accountId, name: "Old" });
    const [a, b] = [await aUser(server, { accountId }), await aUser(server, { accountId })];
    const saved = await server.graphql(
      update,
      { id, version: 1, name: "New", userIdsToAdd: [a] },
      { userId: first },
    );
    expect(saved.errors).toEqual([]);
    const stale = await server.graphql(update, { id, version: 1, description: "Mine" }, { userId: second });
    expect(stale.errors[0]?.message).toMatch(/^Ana Silva changed this/);
    expect(stale.errors[0]?.extensions).toMatchObject({
      code: "CONFLICT",
      fields: ["description"],
      version: 2,
    });
    expect(new Date(String(stale.errors[0]?.extensions["when"])).getTime()).toBeGreaterThan(
      Date.now() - 60_000,
    );
    const merged = await server.graphql<{ updateTeam: { name: string; assignedMembers: { id: string }[] } }>(
      update,
      { id, version: 1, userIdsToAdd: [b] },
      { userId: second },
    );
    expect(merged.data.updateTeam.assignedMembers.map((member) => member.id).toSorted()).toEqual(
      [a, b].toSorted(),
    );
    expect(merged.data.updateTeam.name).toBe("New");
  });

  it("cannot be used to give what one does not hold", async () => {
    const accountId = await anAccount(server);
    await anAdmin(server, accountId);
    const manager = await aUser(server, { accountId, roleKeys: ["organization_access_manager"] });
    const admins = await aTeam(server, { accountId, roleKeys: ["organization_admin"] });
    const plain = await aTeam(server, { accountId, userIds: [manager] });
    const joined = await server.graphql(update, { id: admins, userIdsToAdd: [manager] }, { userId: manager });
    expect(joined.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
    const role = await roleId(server, accountId, "organization_admin");
    const granted = await server.graphql(update, { id: plain, roleIdsToAdd: [role] }, { userId: manager });
    expect(granted.errors[0]?.message).toMatch(/role Organisation administrator/);
    const projectId = await aProject(server, { accountId });
    const inProject = await server.graphql(
      projectRoles,
      {
        teamId: plain,
        projectRolesUpdate: [
          { projectId, roleIdsToAdd: [await roleId(server, accountId, "pro_studio_admin")] },
        ],
      },
      { userId: manager },
    );
    expect(inProject.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
  });

  it("with the last administrator in it cannot be deleted", async () => {
    const accountId = await anAccount(server);
    const adminId = await aUser(server, { accountId });
    const id = await aTeam(server, { accountId, userIds: [adminId], roleKeys: ["organization_admin"] });
    const refused = await server.graphql(remove, { teamIds: [id] }, { userId: adminId });
    expect(refused.errors[0]?.extensions["code"]).toBe("CONFLICT");
    await anAdmin(server, accountId);
    const done = await server.graphql(remove, { teamIds: [id] }, { userId: adminId });
    expect(done.data["deleteTeams"]).toEqual({ succeeded: true });
  });

  it("holds roles in single projects, by name of the project", async () => {
    const accountId = await anAccount(server);
    const userId = await anAdmin(server, accountId);
    const teamId = await aTeam(server, { accountId });
    const [zed, alpha] = [
      await aProject(server, { accountId, name: "Zed" }),
      await aProject(server, { accountId, name: "Alpha" }),
    ];
    const role = await roleId(server, accountId, "pro_studio_builder");
    const set = await server.graphql(
      projectRoles,
      {
        teamId,
        projectRolesUpdate: [
          { projectId: zed, roleIds: [role] },
          { projectId: alpha, roleIds: [] },
        ],
      },
      { userId },
    );
    expect(set.errors).toEqual([]);
    const answer = await server.graphql(
      /* GraphQL */ `
        query GetTeamProjectsDetails($teamId: ID!) {
          teamProjectsDetails(teamId: $teamId) {
            team_account_projects {
              project {
                name
              }
              projectRoles {
                key
              }
            }
          }
        }
      `,
      { teamId },
      { userId },
    );
    expect(answer.data["teamProjectsDetails"]).toEqual({
      team_account_projects: [
        { project: { name: "Alpha" }, projectRoles: [] },
        { project: { name: "Zed" }, projectRoles: [{ key: "pro_studio_builder" }] },
      ],
    });
  });

  it("of another organisation answers like a missing one; teams are by name", async () => {
    const accountId = await anAccount(server);
    for (const name of ["Beta", "alpha"]) await aTeam(server, { accountId, name });
    const list = /* GraphQL */ `
      query GetTeams($accountId: ID!) {
        teams(accountId: $accountId) {
          name
        }
      }
    `;
    const own = await server.graphql<{ teams: { name: string }[] }>(
      list,
      { accountId },
      { userId: await anAdmin(server, accountId) },
    );
    expect(own.data.teams.map((team) => team.name)).toEqual(["alpha", "Beta"]);
    const stranger = await anAdmin(server, await anAccount(server));
    const id = await aTeam(server, { accountId });
    const foreign = await server.graphql(update, { id, name: "Mine" }, { userId: stranger });
    const missing = await server.graphql(
      update,
      { id: "01900000-0000-7000-8000-000000000000", name: "Mine" },
      { userId: stranger },
    );
    expect(foreign.errors[0]?.message).toMatch(/no such team/);
    expect(foreign.errors).toEqual(missing.errors);
  });
});
