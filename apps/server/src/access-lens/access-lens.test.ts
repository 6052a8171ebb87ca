import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, anAdmin, aProject, assignProject, aTeam, aUser } from "#testing/builders.ts";
import { roleId } from "#testing/roles.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const lens = /* GraphQL */ `
  query GetEffectiveRoles($accountId: ID!, $filter: AccessLensFilter) {
    effectiveRoles(accountId: $accountId, filter: $filter) {
      count
      rows {
        userId
        roleKey
        via
        scope
        isInherited
        path
      }
    }
  }
`;
const whoCan = /* GraphQL */ `
  query GetWhoCan($accountId: ID!, $projectId: ID, $action: String!) {
    whoCan(accountId: $accountId, projectId: $projectId, action: $action) {
      userId
      roleKey
      path
    }
  }
`;
const preview = /* GraphQL */ `
  query GetAccessPreview($accountId: ID!, $change: PendingAccessChange!) {
    accessPreview(accountId: $accountId, change: $change) {
      refusal
      added {
        userId
        roleKey
        projectName
      }
      removed {
        userId
        roleKey
        projectName
      }
    }
  }
`;

async function anOrganisation() {
  const parent = await anAccount(server);
  const { name: top } = await server.db
    .selectFrom("accounts")
    .select("name")
    .where("id", "=", parent)
    .executeTakeFirstOrThrow();
  const accountId = await anAccount(server, { name: "Child", parentId: parent });
  const adminId = await anAdmin(server, parent);
  const userId = await aUser(server, { accountId, roleKeys: ["analytics_viewer"] });
  const projectId = await aProject(server, { accountId, name: "Lamp" });
  await assignProject(server, { userId, projectId, roleKeys: ["pro_studio_builder"] });
  const teamId = await aTeam(server, {
    accountId: parent,
    name: "Care",
    userIds: [userId],
    roleKeys: ["agent_assist_agent"],
  });
  return { parent, top, accountId, adminId, userId, projectId, teamId };
}

describe("the access lens", () => {
  it("shows every effective role with the path it comes by", async () => {
    const { accountId, adminId, userId, top, projectId } = await anOrganisation();
    const answer = await server.graphql(lens, { accountId, filter: { userId } }, { userId: adminId });
    expect(answer.errors).toEqual([]);
    expect(answer.data["effectiveRoles"]).toEqual({
      count: 3,
      rows: [
        {
          userId,
          roleKey: "agent_assist_agent",
          via: "TEAM",
          scope: "ACCOUNT",
          isInherited: true,
          path: `${top} › team Care`,
        },
        {
          userId,
          roleKey: "analytics_viewer",
          via: "DIRECT",
          scope: "ACCOUNT",
          isInherited: false,
          path: "Child",
        },
        {
          userId,
          roleKey: "pro_studio_builder",
          via: "DIRECT",
          scope: "PROJECT",
          isInherited: false,
          path: "Child › Lamp",
        },
      ],
    });
    const inProject = await server.graphql<{
      effectiveRoles: { rows: { userId: string; roleKey: string }[] };
    }>(lens, { accountId, filter: { projectId } }, { userId: adminId });
    expect(inProject.data.effectiveRoles.rows).toContainEqual(
      expect.objectContaining({ userId: adminId, roleKey: "organization_admin", isInherited: true }),
    );
  });

  it("answers who can do something here", async () => {
    const { accountId, adminId, userId, projectId } = await anOrganisation();
    const builders = await server.graphql<{ whoCan: { userId: string }[] }>(
      whoCan,
      { accountId, projectId, action: "bot.edit" },
      { userId: adminId },
    );
    expect(builders.data.whoCan.map((row) => row.userId).toSorted()).toEqual([adminId, userId].toSorted());
    const unknown = await server.graphql(whoCan, { accountId, action: "bot.fly" }, { userId: adminId });
    expect(unknown.errors[0]?.extensions["field"]).toBe("action");
  });

  it("previews what a change adds and takes away, saves nothing, and says why it would be refused", async () => {
    const { accountId, adminId, userId, parent, teamId } = await anOrganisation();
    const role = await roleId(server, accountId, "pro_studio_viewer");
    const gone = await roleId(server, accountId, "analytics_viewer");
    const change = { userId, roleIdsToAdd: [role], roleIdsToRemove: [gone] };
    const answer = await server.graphql(preview, { accountId, change }, { userId: adminId });
    expect(answer.errors).toEqual([]);
    expect(answer.data["accessPreview"]).toEqual({
      refusal: null,
      added: [{ userId, roleKey: "pro_studio_viewer", projectName: null }],
      removed: [{ userId, roleKey: "analytics_viewer", projectName: null }],
    });
    const deleted = await server.graphql(
      preview,
      { accountId: parent, change: { deletedTeamIds: [teamId] } },
      { userId: adminId },
    );
    expect(deleted.data["accessPreview"]).toMatchObject({
      removed: [{ userId, roleKey: "agent_assist_agent" }],
    });
    const still = await server.graphql(lens, { accountId, filter: { userId } }, { userId: adminId });
    expect(still.data["effectiveRoles"]).toMatchObject({ count: 3 });

    const manager = await aUser(server, { accountId, roleKeys: ["organization_access_manager"] });
    const refused = await server.graphql(preview, { accountId, change }, { userId: manager });
    expect(refused.data["accessPreview"]).toMatchObject({
      refusal: expect.stringMatching(/role Pro Studio viewer/),
      added: [],
      removed: [],
    });
  });
});
