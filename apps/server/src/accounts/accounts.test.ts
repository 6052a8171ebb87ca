import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform/ids.ts";
import { anAccount, anAdmin, aProject, aUser } from "#testing/builders.ts";
import { auditMessages } from "#testing/roles.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { updateAccount } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const missing = "01900000-0000-7000-8000-000000000000";
const create = /* GraphQL */ `
  mutation CreateAccount(
    $parentAccountId: ID
    $accountName: String!
    $accountManagerId: ID
    $generalSettings: JSON
    $resourceLimitSettings: JSON
    $customAuthMethods: [CustomAuthMethodInput!]
  ) {
    createAccount(
      parentAccountId: $parentAccountId
      accountName: $accountName
      accountManagerId: $accountManagerId
      generalSettings: $generalSettings
      resourceLimitSettings: $resourceLimitSettings
      customAuthMethods: $customAuthMethods
    ) {
      id
      name
      allParentIds
      accountManager {
        id
      }
      generalSettings
      effectiveSettings {
        name
        value
        isInherited
        sourceAccountName
        use
      }
    }
  }
`;
interface Created {
  createAccount: {
    id: string;
    allParentIds: string[];
    effectiveSettings: {
      name: string;
      value: unknown;
      isInherited: boolean;
      sourceAccountName: string | null;
    }[];
  };
}

describe("an organisation", () => {
  it("is created below another one and shows what it inherits", async () => {
    const root = await anAccount(server, { name: "Top" });
    const userId = await anAdmin(server, root);
    await server.graphql(
      updateAccount,
      { id: root, generalSettings: { timeZone: "Europe/Berlin" }, resourceLimitSettings: { teams: 5 } },
      { userId },
    );
    const answer = await server.graphql<Created>(
      create,
      {
        parentAccountId: root,
        accountName: "Below",
        accountManagerId: userId,
        generalSettings: { language: "en" },
      },
      { userId },
    );
    expect(answer.errors).toEqual([]);
    const { createAccount } = answer.data;
    expect(createAccount.allParentIds).toEqual([root]);
    const setting = (name: string) => createAccount.effectiveSettings.find((item) => item.name === name);
    expect(setting("timeZone")).toMatchObject({
      value: "Europe/Berlin",
      isInherited: true,
      sourceAccountName: "Top",
    });
    expect(setting("language")).toMatchObject({ value: "en", isInherited: false });
    expect(setting("teams")).toMatchObject({ value: 5, isInherited: true, use: 0 });
    expect((await auditMessages(server, createAccount.id))[0]).toBe("created the organisation Below");
  });

  it("begins a new tree only for the server itself", async () => {
    const userId = await anAdmin(server, await anAccount(server));
    const refused = await server.graphql(create, { accountName: "Mine" }, { userId });
    expect(refused.errors[0]?.extensions["code"]).toBe("UNAUTHENTICATED");
    const headers = { "x-hasura-admin-secret": server.services.config.adminSecret };
    const made = await server.graphql<Created>(create, { accountName: "New tree" }, { headers });
    expect(made.data.createAccount.allParentIds).toEqual([]);
  });

  it("names bad input by its field", async () => {
    const root = await anAccount(server);
    const userId = await anAdmin(server, root);
    await anAccount(server, { name: "Taken", parentId: root });
    const cases = [
      [{ accountName: " " }, "accountName"],
      [{ accountName: "taken" }, "accountName"],
      [{ accountName: "A", accountManagerId: missing }, "accountManagerId"],
      [{ accountName: "A", generalSettings: { colour: "red" } }, "generalSettings.colour"],
      [{ accountName: "A", generalSettings: { timeZone: "Mars/Base" } }, "generalSettings.timeZone"],
      [
        { accountName: "A", generalSettings: { emailDomains: ["no domain"] } },
        "generalSettings.emailDomains",
      ],
      [{ accountName: "A", resourceLimitSettings: { users: -1 } }, "resourceLimitSettings.users"],
      [{ accountName: "A", generalSettings: { supportEmail: "x".repeat(20_000) } }, "generalSettings"],
    ] as const;
    for (const [input, field] of cases) {
      const answer = await server.graphql(create, { parentAccountId: root, ...input }, { userId });
      expect(answer.errors[0]?.extensions, field).toMatchObject({ code: "INVALID", field });
    }
  });

  it("is made once when it is sent three times at once, without letters that turn its name around", async () => {
    const root = await anAccount(server);
    const userId = await anAdmin(server, root);
    const sent = { parentAccountId: root, accountName: "Same\u202E name" };
    const answers = await Promise.all([1, 2, 3].map(() => server.graphql(create, sent, { userId })));
    const refused = answers.flatMap((answer) => answer.errors.map(({ extensions }) => extensions));
    expect(refused).toMatchObject([{ field: "accountName" }, { field: "accountName" }]);
    const made = await server.db
      .selectFrom("accounts")
      .select("name")
      .where("parent_id", "=", root)
      .execute();
    expect(made).toEqual([{ name: "Same name" }]);
  });

  it("is deleted only when nothing is below it, with the list of what is", async () => {
    const root = await anAccount(server);
    const userId = await anAdmin(server, root);
    const child = await anAccount(server, { parentId: root, name: "Child" });
    const grandchild = await anAccount(server, { parentId: child, name: "Grandchild" });
    const remove = /* GraphQL */ `
      mutation DeleteAccount($id: ID!) {
        deleteAccount(id: $id) {
          id
        }
      }
    `;
    const blocked = await server.graphql(remove, { id: child }, { userId });
    expect(blocked.errors[0]?.extensions).toMatchObject({
      code: "CONFLICT",
      blockers: [{ type: "account", id: grandchild, name: "Grandchild" }],
    });
    expect((await server.graphql(remove, { id: grandchild }, { userId })).errors).toEqual([]);
    await aProject(server, { accountId: child, name: "Lamp" });
    const withProject = await server.graphql(remove, { id: child }, { userId });
    expect(withProject.errors[0]?.message).toMatch(/still holds Lamp/);
    const top = await server.graphql(remove, { id: root }, { userId });
    expect(top.errors[0]?.message).toMatch(/top organisation/);
    expect((await auditMessages(server, child))[0]).toBe("deleted the organisation Grandchild");
  });

  it("gets its limits and its status from above, and the limits hold", async () => {
    const root = await anAccount(server);
    const child = await anAccount(server, { parentId: root });
    const top = await anAdmin(server, root);
    const own = await anAdmin(server, child);
    const lifted = await server.graphql(
      updateAccount,
      { id: child, resourceLimitSettings: { users: 99 } },
      { userId: own },
    );
    expect(lifted.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
    await server.graphql(
      updateAccount,
      { id: child, resourceLimitSettings: { users: 1, teams: 0 } },
      { userId: top },
    );
    const add = /* GraphQL */ `
      mutation AddUserToAccount($accountId: ID!, $userName: String!) {
        addUserToAccount(accountId: $accountId, userName: $userName, firstName: "A", lastName: "B") {
          id
          createdAt
          lastActiveAt
        }
      }
    `;
    const full = await server.graphql(
      add,
      { accountId: child, userName: "new@limit.example" },
      { userId: own },
    );
    expect(full.errors[0]?.extensions).toMatchObject({
      code: "CONFLICT",
      resource: "users",
      limit: 1,
      inUse: 1,
    });

    await server.graphql(
      updateAccount,
      { id: child, resourceLimitSettings: { projects: 1, bots: 1 } },
      { userId: top },
    );
    const projectId = await aProject(server, { accountId: child, name: "The only one" });
    const second = await server.graphql(
      `mutation ($accountId: ID!) { createProject(accountId: $accountId, name: "One more", productIds: []) { id } }`,
      { accountId: child },
      { userId: own },
    );
    expect(second.errors[0]?.extensions).toMatchObject({ resource: "projects", limit: 1, inUse: 1 });
    // Bots count over all projects of the organisation.
    const otherId = await aProject(server, { accountId: child, name: "From before the limit" });
    const customerId = newId();
    await server.db
      .insertInto("customers")
      .values({ id: customerId, project_id: projectId, name: "C" })
      .execute();
    const otherCustomerId = newId();
    await server.db
      .insertInto("customers")
      .values({ id: otherCustomerId, project_id: otherId, name: "C" })
      .execute();
    const bot = (botName: string, place = { customerId, projectId }) =>
      server.graphql(
        `mutation ($botName: String!, $customerId: ID!, $projectId: ID!) {
          createCustomerBot(botName: $botName, customerId: $customerId, projectId: $projectId) { data } }`,
        { botName, ...place },
        { userId: own },
      );
    expect((await bot("First")).errors).toEqual([]);
    const elsewhere = await bot("Second", { customerId: otherCustomerId, projectId: otherId });
    expect(elsewhere.errors[0]?.extensions).toMatchObject({
      resource: "bots",
      limit: 1,
      inUse: 1,
    });
    const { data } = await server.graphql<{
      accountById: { effectiveSettings: { name: string; use: number | null }[] };
    }>(
      `query ($id: ID!) { accountById(id: $id) { effectiveSettings { name use } } }`,
      { id: child },
      { userId: own },
    );
    expect(data.accountById.effectiveSettings).toContainEqual({ name: "bots", use: 1 });

    const read = `query GetAccountById($id: ID!) { accountById(id: $id) { id status } }`;
    const suspend = await server.graphql(updateAccount, { id: child, status: "SUSPENDED" }, { userId: top });
    expect(suspend.errors).toEqual([]);
    const locked = await server.graphql(read, { id: child }, { userId: own });
    expect(locked.errors[0]?.extensions["code"]).toBe("NOT_FOUND");
    const above = await server.graphql(read, { id: child }, { userId: top });
    expect(above.data["accountById"]).toEqual({ id: child, status: "SUSPENDED" });
    await server.graphql(updateAccount, { id: child, status: "ACTIVE" }, { userId: top });
    expect((await server.graphql(read, { id: child }, { userId: own })).errors).toEqual([]);
  });

  it("refuses a stale name", async () => {
    const id = await anAccount(server);
    const userId = await anAdmin(server, id);
    await server.graphql(updateAccount, { id, name: "First change", version: 1 }, { userId });
    const stale = await server.graphql(updateAccount, { id, name: "Second change", version: 1 }, { userId });
    expect(stale.errors[0]?.extensions).toMatchObject({ code: "CONFLICT", fields: ["name"], version: 2 });
  });

  it("is listed by name with a count, and foreign ones like missing ones", async () => {
    const root = await anAccount(server);
    for (const name of ["Beta", "alpha"]) await anAccount(server, { name, parentId: root });
    const list = /* GraphQL */ `
      query GetAccounts($parentId: ID) {
        accounts(filterCriteria: { parentId: $parentId }) {
          count
          rows {
            name
          }
        }
      }
    `;
    const answer = await server.graphql(list, { parentId: root }, { userId: await anAdmin(server, root) });
    expect(answer.data["accounts"]).toEqual({ count: 2, rows: [{ name: "alpha" }, { name: "Beta" }] });
    const stranger = await anAdmin(server, await anAccount(server));
    const foreign = await server.graphql(list, { parentId: root }, { userId: stranger });
    expect(foreign.errors[0]?.message).toMatch(/no such organisation/);
    expect(foreign.errors).toEqual(
      (await server.graphql(list, { parentId: missing }, { userId: stranger })).errors,
    );
  });

  it("tells what the viewer may do in it", async () => {
    const accountId = await anAccount(server);
    const ask = async (userId: string) =>
      (
        await server.graphql(
          /* GraphQL */ `
            query GetAccountDetails($id: ID!) {
              accountDetails(id: $id) {
                allChildAccounts {
                  id
                }
                allParentIds
                teams {
                  id
                }
                roles {
                  key
                }
                organizationMetadata {
                  canManageAccess
                }
              }
            }
          `,
          { id: accountId },
          { userId },
        )
      ).data["accountDetails"];
    expect(await ask(await anAdmin(server, accountId))).toMatchObject({
      organizationMetadata: { canManageAccess: true },
      teams: [],
    });
    expect(await ask(await aUser(server, { accountId }))).toMatchObject({
      organizationMetadata: { canManageAccess: false },
      teams: null,
    });
  });
});
