import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, anAdmin, aProject, assignProject, aTeam, aUser } from "#testing/builders.ts";
import { auditMessages, roleId } from "#testing/roles.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const update = /* GraphQL */ `
  mutation UpdateUserAccountRoles(
    $id: ID!
    $accountId: ID!
    $firstName: String!
    $lastName: String!
    $roleIdsToAdd: [ID!]
    $roleIdsToRemove: [ID!]
    $teamIdsToAdd: [ID!]
    $projectIdsToAdd: [ID!]
    $status: UserStatus
    $requiredConsentStatus: ConsentStatusEnum
    $settings: JSON
    $version: Int
    $projectRolesUpdate: [ProjectRolesUpdate!]
  ) {
    updateUser(
      id: $id
      accountId: $accountId
      firstName: $firstName
      lastName: $lastName
      roleIdsToAdd: $roleIdsToAdd
      roleIdsToRemove: $roleIdsToRemove
      teamIdsToAdd: $teamIdsToAdd
      projectIdsToAdd: $projectIdsToAdd
      status: $status
      requiredConsentStatus: $requiredConsentStatus
      settings: $settings
      version: $version
      projectRolesUpdate: $projectRolesUpdate
    ) {
      id
      userName
      firstName
      lastName
      status
      createdAt
      updatedAt
      version
      requiredConsentStatus
      assignedRoles(accountId: $accountId) {
        key
      }
    }
  }
`;

async function anOrganisation() {
  const accountId = await anAccount(server);
  const adminId = await anAdmin(server, accountId);
  const userId = await aUser(server, { accountId, firstName: "Noa", lastName: "Berg" });
  const names = { firstName: "Noa", lastName: "Berg" };
  return { accountId, adminId, userId, names };
}

describe("editing a user", () => {
  it("changes the profile, roles, teams, projects and project roles in one saved change", async () => {
    const { accountId, adminId, userId } = await anOrganisation();
    const teamId = await aTeam(server, { accountId, name: "Care" });
    const projectId = await aProject(server, { accountId, name: "Lamp" });
    const answer = await server.graphql(
      update,
      {
        id: userId,
        accountId,
        firstName: "Nora",
        lastName: "Berg",
        version: 1,
        roleIdsToAdd: [await roleId(server, accountId, "pro_studio_builder")],
        teamIdsToAdd: [teamId],
        projectRolesUpdate: [{ projectId, roleIds: [await roleId(server, accountId, "analytics_viewer")] }],
      },
      { userId: adminId },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data["updateUser"]).toMatchObject({
      firstName: "Nora",
      version: 2,
      assignedRoles: [{ key: "pro_studio_builder" }],
    });
    expect((await auditMessages(server, accountId))[0]).toBe(
      "changed first name; added the role Bot builder; added the team Care; added the project Lamp; added the role Analytics viewer in Lamp for Noa Berg",
    );
  });

  it("is refused for people without a seat, like for people who do not exist", async () => {
    const { accountId, adminId, names } = await anOrganisation();
    const stranger = await aUser(server, { accountId: await anAccount(server) });
    const foreign = await server.graphql(update, { id: stranger, accountId, ...names }, { userId: adminId });
    const missing = await server.graphql(
      update,
      { id: "01900000-0000-7000-8000-000000000000", accountId, ...names },
      { userId: adminId },
    );
    expect(foreign.errors[0]?.message).toMatch(/no such user/);
    expect(foreign.errors).toEqual(missing.errors);
  });

  it("never gives what the giver does not hold, oneself included", async () => {
    const { accountId, names, userId } = await anOrganisation();
    const manager = await aUser(server, {
      accountId,
      firstName: "Max",
      lastName: "M",
      roleKeys: ["organization_access_manager"],
    });
    const role = await roleId(server, accountId, "organization_admin");
    for (const id of [manager, userId]) {
      const answer = await server.graphql(
        update,
        {
          id,
          accountId,
          ...(id === manager ? { firstName: "Max", lastName: "M" } : names),
          roleIdsToAdd: [role],
        },
        { userId: manager },
      );
      expect(answer.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
    }
    const self = await server.graphql(
      update,
      { id: userId, accountId, ...names, roleIdsToAdd: [role] },
      { userId },
    );
    expect(self.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
  });

  it("keeps the last administrator", async () => {
    const { accountId, adminId } = await anOrganisation();
    const admin = await server.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", adminId)
      .executeTakeFirstOrThrow();
    const answer = await server.graphql(
      update,
      {
        id: adminId,
        accountId,
        firstName: admin.first_name,
        lastName: admin.last_name,
        roleIdsToRemove: [await roleId(server, accountId, "organization_admin")],
      },
      { userId: adminId },
    );
    expect(answer.errors[0]?.message).toMatch(/without an administrator/);
  });

  it("refuses a stale name and merges roles", async () => {
    const { accountId, adminId, userId, names } = await anOrganisation();
    await server.graphql(
      update,
      { id: userId, accountId, ...names, firstName: "Nora", version: 1 },
      { userId: adminId },
    );
    const stale = await server.graphql(
      update,
      { id: userId, accountId, firstName: "Nele", lastName: "Berg", version: 1 },
      { userId: adminId },
    );
    expect(stale.errors[0]?.extensions).toMatchObject({ code: "CONFLICT", fields: ["firstName"] });
    const roles = await server.graphql(
      update,
      {
        id: userId,
        accountId,
        firstName: "Nora",
        lastName: "Berg",
        version: 1,
        roleIdsToAdd: [await roleId(server, accountId, "analytics_viewer")],
      },
      { userId: adminId },
    );
    expect(roles.errors).toEqual([]);
  });

  it("suspends at once: the session ends and nothing is held", async () => {
    const { accountId, adminId, userId, names } = await anOrganisation();
    const read = `query GetAccountById($id: ID!) { accountById(id: $id) { id } }`;
    expect((await server.graphql(read, { id: accountId }, { userId })).errors).toEqual([]);
    const done = await server.graphql(
      update,
      { id: userId, accountId, ...names, status: "SUSPENDED" },
      { userId: adminId },
    );
    expect(done.errors).toEqual([]);
    const after = await server.graphql(read, { id: accountId }, { userId });
    expect(after.errors[0]?.extensions["code"]).toBe("UNAUTHENTICATED");
  });

  it("leaves consent to the person, who cannot leave it open again", async () => {
    const { accountId, adminId, userId, names } = await anOrganisation();
    const byAdmin = await server.graphql(
      update,
      { id: userId, accountId, ...names, requiredConsentStatus: "ACCEPTED" },
      { userId: adminId },
    );
    expect(byAdmin.errors[0]?.extensions).toMatchObject({ code: "INVALID", field: "requiredConsentStatus" });
    const own = await server.graphql(
      update,
      { id: userId, accountId, ...names, requiredConsentStatus: "ACCEPTED" },
      { userId },
    );
    expect(own.data["updateUser"]).toMatchObject({ requiredConsentStatus: "ACCEPTED" });
    const open = await server.graphql(
      update,
      { id: userId, accountId, ...names, requiredConsentStatus: "PENDING" },
      { userId },
    );
    expect(open.errors[0]?.extensions["field"]).toBe("requiredConsentStatus");
  });

  it("names bad input by its field", async () => {
    const { accountId, adminId, userId, names } = await anOrganisation();
    const cases = [
      [{ firstName: " " }, "firstName"],
      [{ settings: { big: "x".repeat(20_000) } }, "settings"],
      [{ settings: [] }, "settings"],
      [{ status: "ACTIVE" }, "status"],
    ] as const;
    for (const [input, field] of cases) {
      const answer = await server.graphql(
        update,
        { id: userId, accountId, ...names, ...input },
        { userId: adminId },
      );
      expect(answer.errors[0]?.extensions, JSON.stringify(input).slice(0, 40)).toMatchObject({
        code: "INVALID",
        field,
      });
    }
  });
});

describe("oneself", () => {
  it("edits only oneself with the limited operation", async () => {
    const { userId, adminId } = await anOrganisation();
    const limited = /* GraphQL */ `
      mutation UpdateUserLimited($id: ID, $firstName: String, $settings: JSON) {
        updateUserLimited(id: $id, firstName: $firstName, settings: $settings) {
          id
          firstName
          settings
        }
      }
    `;
    const own = await server.graphql(
      limited,
      { id: userId, firstName: "Nia", settings: { timeZone: "UTC" } },
      { userId },
    );
    expect(own.data["updateUserLimited"]).toEqual({
      id: userId,
      firstName: "Nia",
      settings: { timeZone: "UTC" },
    });
    const other = await server.graphql(limited, { id: userId, firstName: "Mine" }, { userId: adminId });
    expect(other.errors[0]?.extensions["code"]).toBe("NOT_FOUND");
  });
});

describe("roles in single projects", () => {
  const set = /* GraphQL */ `
    mutation SetUserAccountProjectsRoles(
      $userId: ID!
      $projectRolesUpdate: [ProjectRolesUpdate!]!
      $isConsolidatingDetails: Boolean
    ) {
      setUserAccountProjectsRoles(
        userId: $userId
        projectRolesUpdate: $projectRolesUpdate
        isConsolidatingDetails: $isConsolidatingDetails
      ) {
        id
        userProjects {
          project {
            name
          }
          projectRoles {
            key
          }
        }
      }
    }
  `;

  it("change the named projects only, unless the list is the whole truth", async () => {
    const { accountId, adminId, userId } = await anOrganisation();
    const [a, b] = [
      await aProject(server, { accountId, name: "A" }),
      await aProject(server, { accountId, name: "B" }),
    ];
    await assignProject(server, { userId, projectId: a, roleKeys: ["analytics_viewer"] });
    const role = await roleId(server, accountId, "pro_studio_builder");
    const named = await server.graphql(
      set,
      { userId, projectRolesUpdate: [{ projectId: b, roleIds: [role] }] },
      { userId: adminId },
    );
    expect(named.data["setUserAccountProjectsRoles"]).toMatchObject({
      userProjects: [
        { project: { name: "A" }, projectRoles: [{ key: "analytics_viewer" }] },
        { project: { name: "B" }, projectRoles: [{ key: "pro_studio_builder" }] },
      ],
    });
    const whole = await server.graphql(
      set,
      {
        userId,
        projectRolesUpdate: [{ projectId: b, roleIdsToRemove: [role] }],
        isConsolidatingDetails: true,
      },
      { userId: adminId },
    );
    expect(whole.data["setUserAccountProjectsRoles"]).toMatchObject({
      userProjects: [{ project: { name: "B" }, projectRoles: [] }],
    });
  });

  it("refuse foreign projects and roles like missing ones", async () => {
    const { accountId, adminId, userId } = await anOrganisation();
    const foreign = await aProject(server, { accountId: await anAccount(server) });
    const refused = await server.graphql(
      set,
      { userId, projectRolesUpdate: [{ projectId: foreign }] },
      { userId: adminId },
    );
    expect(refused.errors[0]?.message).toMatch(/no such project/);
    const own = await aProject(server, { accountId });
    const role = await roleId(server, await anAccount(server), "pro_studio_builder");
    const wrongRole = await server.graphql(
      set,
      { userId, projectRolesUpdate: [{ projectId: own, roleIds: [role] }] },
      { userId: adminId },
    );
    expect(wrongRole.errors[0]?.message).toMatch(/no such role/);
  });
});
