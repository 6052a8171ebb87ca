import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, anAdmin, aProject, assignProject, aTeam, aUser } from "#testing/builders.ts";
import { auditMessages } from "#testing/roles.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const add = /* GraphQL */ `
  mutation AddUserToAccount($accountId: ID!, $userName: String!, $firstName: String!, $lastName: String!) {
    addUserToAccount(accountId: $accountId, userName: $userName, firstName: $firstName, lastName: $lastName) {
      id
      firstName
      createdAt
      lastActiveAt
    }
  }
`;
const addMany = /* GraphQL */ `
  mutation AddUsersToAccount($accountId: ID!, $users: [NewUserInput!]!, $isDryRun: Boolean) {
    addUsersToAccount(accountId: $accountId, users: $users, isDryRun: $isDryRun) {
      row
      userName
      outcome
      field
      message
      user {
        id
      }
    }
  }
`;
const remove = /* GraphQL */ `
  mutation RemoveUserFromAccount($accountId: ID!, $userIds: [ID!]!) {
    removeUserFromAccount(accountId: $accountId, userIds: $userIds) {
      entityId
      entityDisplayName
      succeeded
      errorDetails
    }
  }
`;
interface Removal {
  removeUserFromAccount: { entityId: string; succeeded: boolean; errorDetails: string | null }[];
}

describe("adding people", () => {
  it("creates and invites a new person by mail", async () => {
    const accountId = await anAccount(server, { name: "Inviting" });
    const userId = await anAdmin(server, accountId);
    const answer = await server.graphql<{ addUserToAccount: { id: string; lastActiveAt: null } }>(
      add,
      { accountId, userName: " New.Person@Invite.example ", firstName: "New", lastName: "Person" },
      { userId },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.addUserToAccount.lastActiveAt).toBeNull();
    await expect
      .poll(
        async () =>
          (
            await server.db
              .selectFrom("mailbox")
              .select("subject")
              .where("recipient", "=", "new.person@invite.example")
              .execute()
          ).map((mail) => mail.subject),
        { timeout: 10_000 },
      )
      .toEqual(["Join Inviting on Parley"]);
  });

  it("gives somebody who is known a seat and leaves their name alone", async () => {
    const [first, second] = [await anAccount(server), await anAccount(server)];
    const known = await aUser(server, { accountId: first, userName: "known@add.example", firstName: "Real" });
    const userId = await anAdmin(server, second);
    const person = { accountId: second, userName: "known@add.example", firstName: "Other", lastName: "Name" };
    const answer = await server.graphql<{ addUserToAccount: { id: string } }>(add, person, { userId });
    expect(answer.data.addUserToAccount).toMatchObject({ id: known, firstName: "Real" });
    const again = await server.graphql(add, person, { userId });
    expect(again.errors[0]?.message).toMatch(/already belongs/);
  });

  it("names bad input, and stores one person for a repeated request", async () => {
    const accountId = await anAccount(server);
    const userId = await anAdmin(server, accountId);
    for (const [input, field] of [
      [{ userName: "no address", firstName: "A", lastName: "B" }, "userName"],
      [{ userName: "a@b.example", firstName: "", lastName: "B" }, "firstName"],
      [{ userName: "a@b.example", firstName: "A", lastName: " " }, "lastName"],
    ] as const) {
      const answer = await server.graphql(add, { accountId, ...input }, { userId });
      expect(answer.errors[0]?.extensions).toMatchObject({ code: "INVALID", field });
    }
    const once = { accountId, userName: "once@add.example", firstName: "A", lastName: "B" };
    const headers = { "idempotency-key": "double-submit" };
    const answers = await Promise.all([
      server.graphql<{ addUserToAccount: { id: string } }>(add, once, { userId, headers }),
      server.graphql<{ addUserToAccount: { id: string } }>(add, once, { userId, headers }),
    ]);
    expect(answers.map((answer) => answer.errors)).toEqual([[], []]);
    expect(answers[0]?.data.addUserToAccount.id).toBe(answers[1]?.data.addUserToAccount.id);
  });

  it("adds many with a result per row, and a dry run saves nothing", async () => {
    const accountId = await anAccount(server);
    const userId = await anAdmin(server, accountId);
    await aUser(server, { accountId, userName: "here@many.example" });
    const users = [
      { userName: "one@many.example", firstName: "One", lastName: "A" },
      { userName: "broken", firstName: "Two", lastName: "B" },
      { userName: "HERE@many.example", firstName: "Three", lastName: "C" },
      { userName: "one@many.example", firstName: "Four", lastName: "D" },
    ];
    const outcomes = async (isDryRun: boolean) => {
      const answer = await server.graphql<{
        addUsersToAccount: { outcome: string; field: string | null; user: { id: string } | null }[];
      }>(addMany, { accountId, users, isDryRun }, { userId });
      expect(answer.errors).toEqual([]);
      return answer.data.addUsersToAccount;
    };
    const count = async () =>
      (await server.db.selectFrom("account_users").selectAll().where("account_id", "=", accountId).execute())
        .length;
    const dry = await outcomes(true);
    expect(await count()).toBe(2);
    const real = await outcomes(false);
    expect(real.map(({ outcome, field }) => [outcome, field])).toEqual([
      ["CREATED", null],
      ["FAILED", "userName"],
      ["ALREADY_MEMBER", null],
      ["FAILED", "userName"],
    ]);
    expect(dry.map(({ outcome, field }) => [outcome, field])).toEqual(
      real.map(({ outcome, field }) => [outcome, field]),
    );
    expect(real[0]?.user?.id).toBeTruthy();
    expect(await count()).toBe(3);
  });
});

describe("removing people", () => {
  it("answers for each: some may fail while others succeed", async () => {
    const accountId = await anAccount(server);
    const userId = await anAdmin(server, accountId);
    const leaving = await aUser(server, {
      accountId,
      firstName: "Lea",
      lastName: "Ving",
      roleKeys: ["analytics_viewer"],
    });
    const projectId = await aProject(server, { accountId });
    await assignProject(server, { userId: leaving, projectId, roleKeys: ["pro_studio_builder"] });
    await aTeam(server, { accountId, userIds: [leaving], roleKeys: ["agent_assist_agent"] });
    const stranger = await aUser(server, { accountId: await anAccount(server) });
    const answer = await server.graphql<Removal>(
      remove,
      { accountId, userIds: [leaving, stranger, userId, "x"] },
      { userId },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.removeUserFromAccount.map((result) => result.succeeded)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(answer.data.removeUserFromAccount[1]?.errorDetails).toMatch(/no such user/);
    expect(answer.data.removeUserFromAccount[0]).toMatchObject({
      entityId: leaving,
      entityDisplayName: "Lea Ving",
    });
    const { rows } = await server.services.pool.query("select 1 from role_grants where user_id = $1", [
      leaving,
    ]);
    expect(rows).toEqual([]);
    expect((await auditMessages(server, accountId))[0]).toMatch(/^removed Lea Ving/);
  });

  it("does not let a manager remove an administrator", async () => {
    const accountId = await anAccount(server);
    const [adminId] = [await anAdmin(server, accountId), await anAdmin(server, accountId)];
    const manager = await aUser(server, { accountId, roleKeys: ["organization_access_manager"] });
    const answer = await server.graphql<Removal>(
      remove,
      { accountId, userIds: [adminId] },
      { userId: manager },
    );
    expect(answer.data.removeUserFromAccount[0]).toMatchObject({ succeeded: false });
  });
});
