import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, anAdmin, aProject, assignProject, aTeam, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const missing = "01900000-0000-7000-8000-000000000000";

describe("the users of an account", () => {
  const list = /* GraphQL */ `
    query GetUsers($accountId: ID!, $filter: UserFilter, $limit: Int, $offset: Int) {
      users(accountId: $accountId, filter: $filter, limit: $limit, offset: $offset) {
        id
        firstName
        email
        assignedRoles(accountId: $accountId) {
          key
        }
        assignedTeams(accountId: $accountId) {
          name
          assignedRoles {
            key
          }
          assignedProjects {
            id
          }
        }
      }
      usersCount(accountId: $accountId, filter: $filter)
    }
  `;
  interface List {
    users: {
      firstName: string;
      assignedRoles: { key: string }[];
      assignedTeams: { name: string; assignedRoles: { key: string }[]; assignedProjects: { id: string }[] }[];
    }[];
    usersCount: number;
  }

  it("are by first name, with roles and teams, searched and paged", async () => {
    const accountId = await anAccount(server);
    const adminId = await aUser(server, { accountId, firstName: "Mia", roleKeys: ["organization_admin"] });
    const zoe = await aUser(server, { accountId, firstName: "Zoe", userName: "zoe@search.example" });
    await aUser(server, { accountId, firstName: "Ann", roleKeys: ["pro_studio_builder"] });
    const projectId = await aProject(server, { accountId });
    await aTeam(server, {
      accountId,
      name: "Care",
      userIds: [zoe],
      projectIds: [projectId],
      roleKeys: ["agent_assist_agent"],
    });

    const all = await server.graphql<List>(list, { accountId }, { userId: adminId });
    expect(all.errors).toEqual([]);
    expect(all.data.users.map((user) => user.firstName)).toEqual(["Ann", "Mia", "Zoe"]);
    expect(all.data.users[0]?.assignedRoles).toEqual([{ key: "pro_studio_builder" }]);
    expect(all.data.users[2]?.assignedTeams).toEqual([
      { name: "Care", assignedRoles: [{ key: "agent_assist_agent" }], assignedProjects: [{ id: projectId }] },
    ]);

    const found = await server.graphql<List>(
      list,
      { accountId, filter: { search: "SEARCH.example" } },
      { userId: adminId },
    );
    expect([found.data.users.map((user) => user.firstName), found.data.usersCount]).toEqual([["Zoe"], 1]);

    const second = await server.graphql<List>(list, { accountId, limit: 1, offset: 1 }, { userId: adminId });
    expect([second.data.users.map((user) => user.firstName), second.data.usersCount]).toEqual([["Mia"], 3]);
  });

  it("are refused to whoever may not see who has access, and of foreign accounts like missing ones", async () => {
    const accountId = await anAccount(server);
    const builder = await aUser(server, { accountId, roleKeys: ["pro_studio_builder"] });
    const forbidden = await server.graphql(list, { accountId }, { userId: builder });
    expect(forbidden.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
    const stranger = await anAdmin(server, await anAccount(server));
    const foreign = await server.graphql(list, { accountId }, { userId: stranger });
    const absent = await server.graphql(list, { accountId: missing }, { userId: stranger });
    expect(foreign.errors[0]?.extensions["code"]).toBe("NOT_FOUND");
    expect(foreign.errors).toEqual(absent.errors);
  });
});

describe("a long list of users", () => {
  const page = /* GraphQL */ `
    query GetUsers(
      $accountId: ID!
      $orderBy: UserOrderEnum
      $isDescending: Boolean
      $limit: Int
      $offset: Int
    ) {
      users(
        accountId: $accountId
        orderBy: $orderBy
        isDescending: $isDescending
        limit: $limit
        offset: $offset
      ) {
        id
      }
    }
  `;

  it("has the same people in the same order page by page, from either end", async () => {
    const accountId = await anAccount(server);
    const userId = await aUser(server, { accountId, roleKeys: ["organization_admin"] });
    // Names and times that many share, and people who never signed in.
    await sql`with made as (
        insert into users (id, user_name, first_name, last_name, default_account_id, last_active_at)
        select gen_random_uuid(), 'page' || n || '@example.org', 'First' || n % 7, 'Last' || n % 3, ${accountId},
          case when n % 5 > 0 then now() - n % 11 * interval '1 hour' end
        from generate_series(1, 1200) n returning id)
      insert into account_users (account_id, user_id) select ${accountId}, id from made`.execute(server.db);
    const idsOf = async (variables: Record<string, unknown>) => {
      const { data } = await server.graphql<{ users: { id: string }[] }>(
        page,
        { accountId, ...variables },
        { userId },
      );
      return data.users.map((user) => user.id);
    };
    for (const orderBy of ["FIRST_NAME", "LAST_ACTIVE_AT"])
      for (const isDescending of [false, true]) {
        const order = { orderBy, isDescending };
        const whole = [
          ...(await idsOf({ ...order, limit: 500, offset: 0 })),
          ...(await idsOf({ ...order, limit: 500, offset: 500 })),
          ...(await idsOf({ ...order, limit: 500, offset: 1_000 })),
        ];
        expect(new Set(whole).size).toBe(1_201);
        for (const offset of [501, 580, 650, 1_150, 1_200, 1_201])
          expect(await idsOf({ ...order, limit: 50, offset })).toEqual(whole.slice(offset, offset + 50));
      }
  });
});

describe("one user", () => {
  const access = /* GraphQL */ `
    query GetUserAccess($userId: ID!) {
      userAccess(userId: $userId) {
        id
        userName
        userAccounts {
          account {
            name
          }
          isDefault
          roles {
            name
          }
        }
        userProjects {
          project {
            name
          }
          projectRoles {
            key
          }
        }
        assignedTeams {
          team_accounts {
            accountId
            isPrimaryAccount
            roles {
              key
            }
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
        listOfAuthMethods {
          name
          providerId
          type
          isActive
          isCustom
        }
      }
    }
  `;

  it("shows accounts, projects, roles and teams to a manager, and nothing to a stranger", async () => {
    const accountId = await anAccount(server, { name: "Sight Ltd" });
    const adminId = await anAdmin(server, accountId);
    const userId = await aUser(server, { accountId, roleKeys: ["analytics_viewer"] });
    const projectId = await aProject(server, { accountId, name: "Lamp" });
    await assignProject(server, { userId, projectId, roleKeys: ["pro_studio_builder"] });
    const answer = await server.graphql(access, { userId }, { userId: adminId });
    expect(answer.errors).toEqual([]);
    expect(answer.data["userAccess"]).toMatchObject({
      id: userId,
      userAccounts: [
        { account: { name: "Sight Ltd" }, isDefault: true, roles: [{ name: "Analytics viewer" }] },
      ],
      userProjects: [{ project: { name: "Lamp" }, projectRoles: [{ key: "pro_studio_builder" }] }],
      listOfAuthMethods: [
        { providerId: "password", type: "DEFAULT" },
        { providerId: "code", type: "DEFAULT", isActive: true },
      ],
    });
    const stranger = await anAdmin(server, await anAccount(server));
    const refused = await server.graphql(access, { userId }, { userId: stranger });
    const absent = await server.graphql(access, { userId: missing }, { userId: stranger });
    expect(refused.errors[0]?.message).toMatch(/no such user/);
    expect(refused.errors).toEqual(absent.errors);
  });

  it("has product roles with the project they come from", async () => {
    const accountId = await anAccount(server);
    const userId = await aUser(server, { accountId, roleKeys: ["analytics_viewer"] });
    const projectId = await aProject(server, { accountId, name: "Source" });
    await assignProject(server, { userId, projectId, roleKeys: ["pro_studio_builder"] });
    const answer = await server.graphql(
      /* GraphQL */ `
        query GetUserProductRoles($accountId: ID!, $userId: ID!) {
          userProductRoles(accountId: $accountId, userId: $userId) {
            hasAgentAssistRoles {
              hasRoles
            }
            hasAnalyticsRoles {
              hasRoles
              isFromAccount
            }
            hasOrganizationRoles {
              hasRoles
            }
            hasProStudioRoles {
              hasRoles
              project {
                id
                name
              }
            }
          }
        }
      `,
      { accountId, userId },
      { userId },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data["userProductRoles"]).toEqual({
      hasAgentAssistRoles: { hasRoles: false },
      hasAnalyticsRoles: { hasRoles: true, isFromAccount: true },
      hasOrganizationRoles: { hasRoles: false },
      hasProStudioRoles: { hasRoles: true, project: { id: projectId, name: "Source" } },
    });
  });
});

describe("login info", () => {
  const info = /* GraphQL */ `
    query GetUserLoginInfo($email: String!) {
      getLoginInfo(email: $email) {
        email
        passwordRecoveryStatus
        recommendedAuthMethod
        registeredAuthMethods
        authMethods {
          name
          providerId
          type
          isActive
          isCustom
          isCreationOne
        }
      }
      userSettingsLimited(email: $email) {
        recommendedAuthMethod
      }
    }
  `;

  it("is the same for a known and an unknown address, signed in or not", async () => {
    const accountId = await anAccount(server);
    await server.db
      .updateTable("accounts")
      .set({ general_settings: JSON.stringify({ emailDomains: ["policy.example"] }) })
      .where("id", "=", accountId)
      .execute();
    await aUser(server, { accountId, userName: "known@policy.example" });
    const ask = async (email: string) => {
      const answer = await server.graphql<Record<string, object>>(info, { email });
      expect(answer.errors).toEqual([]);
      return { ...answer.data, getLoginInfo: { ...answer.data["getLoginInfo"], email: "" } };
    };
    const known = await ask("known@policy.example");
    expect(known).toEqual(await ask("nobody@policy.example"));
    expect(known).toMatchObject({
      getLoginInfo: { recommendedAuthMethod: "password", passwordRecoveryStatus: "NONE" },
      userSettingsLimited: { recommendedAuthMethod: "password" },
    });
  });

  it("names a malformed address", async () => {
    const answer = await server.graphql(info, { email: "not an address" });
    expect(answer.errors[0]?.extensions).toMatchObject({ code: "INVALID", field: "email" });
  });
});
