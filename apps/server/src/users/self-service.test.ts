import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailsTo } from "#platform/mail/mailbox.ts";
import { anAccount, anAdmin, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const who = `query GetUserInfoLimited { currentUser { id } }`;
const sessions = `query GetOwnSessions { ownSessions { id isCurrent } }`;

async function asSession<T>(cookie: string, source: string, variables = {}) {
  return server.graphql<T>(source, variables, { headers: { cookie } });
}

describe("sessions", () => {
  it("are listed, ended one by one, all others, or all", async () => {
    const userId = await aUser(server, { accountId: await anAccount(server) });
    const [first, second, third] = [
      await server.signIn(userId),
      await server.signIn(userId),
      await server.signIn(userId),
    ];
    const list = await asSession<{ ownSessions: { id: string; isCurrent: boolean }[] }>(first, sessions);
    expect(list.data.ownSessions.map((session) => session.isCurrent)).toEqual([false, false, true]);
    const [newest] = list.data.ownSessions;
    const one = await asSession(
      first,
      `mutation EndOwnSession($id: ID!) { endOwnSession(id: $id) { succeeded } }`,
      { id: newest?.id },
    );
    expect(one.errors).toEqual([]);
    expect((await asSession(third, who)).errors[0]?.extensions["code"]).toBe("UNAUTHENTICATED");
    await asSession(first, `mutation EndOtherSessions { endOtherSessions { succeeded } }`);
    expect((await asSession(second, who)).errors[0]?.extensions["code"]).toBe("UNAUTHENTICATED");
    expect((await asSession(first, who)).errors).toEqual([]);
    const all = await asSession(
      first,
      `mutation FalsifyUserActiveSessionsLimited { falsifyUserActiveSessionsLimited { succeeded } }`,
    );
    expect(all.errors).toEqual([]);
    expect((await asSession(first, who)).errors[0]?.extensions["code"]).toBe("UNAUTHENTICATED");
    const user = await server.db
      .selectFrom("users")
      .select("has_active_sessions")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    expect(user.has_active_sessions).toBe(false);
  });

  it("of others are ended by managers of their home only", async () => {
    const home = await anAccount(server);
    const userId = await aUser(server, { accountId: home });
    const cookie = await server.signIn(userId);
    const end = `mutation EndUserSessions($userId: ID!) { endUserSessions(userId: $userId) { succeeded } }`;
    const stranger = await anAdmin(server, await anAccount(server));
    const refused = await server.graphql(end, { userId }, { userId: stranger });
    expect(refused.errors[0]?.extensions["code"]).toBe("NOT_FOUND");
    const done = await server.graphql(end, { userId }, { userId: await anAdmin(server, home) });
    expect(done.errors).toEqual([]);
    expect((await asSession(cookie, who)).errors[0]?.extensions["code"]).toBe("UNAUTHENTICATED");
  });
});

describe("password recovery", () => {
  const start = `mutation StartUserRecoveryProcess($email: String!) { startUserRecoveryProcess(email: $email) { succeeded } }`;
  const finish = `mutation FinishUserRecoveryProcess($email: String!) { finishUserRecoveryProcess(email: $email) { succeeded } }`;
  const set = `mutation SetUserPasswordRecoveryStatus($userId: ID!, $to: PasswordRecoveryStatusEnum!) {
    setUserPasswordRecoveryStatus(userId: $userId, passwordRecoveryStatus: $to) { status }
  }`;
  const statusOf = async (userId: string) =>
    (
      await server.db
        .selectFrom("users")
        .select("password_recovery_status as status")
        .where("id", "=", userId)
        .executeTakeFirstOrThrow()
    ).status;

  it("starts for anybody with the same answer, and finishes for the person", async () => {
    const accountId = await anAccount(server);
    const userId = await aUser(server, { accountId, userName: "forgot@recovery.example" });
    const known = await server.graphql(start, { email: "Forgot@recovery.example" });
    const unknown = await server.graphql(start, { email: "nobody@recovery.example" });
    expect(known).toEqual(unknown);
    expect(known.errors).toEqual([]);
    // The mail brings the page and the code, and then recovery is under way.
    const mails = async () => mailsTo(server.db, "forgot@recovery.example");
    await expect.poll(async () => (await mails()).map((mail) => mail.template)).toEqual(["recovery-started"]);
    expect(await statusOf(userId)).toBe("IN_PROGRESS");
    const text = (await mails())[0]?.text ?? "";
    const flow = /recovery\?flow=([\w-]+)/.exec(text)?.[1] ?? "";
    const shown = await fetch(`${server.urls.provider}/self-service/recovery/flows?id=${flow}`);
    expect(await shown.json()).toMatchObject({ id: flow, state: "sent_email" });
    expect(text).toMatch(/\b\d{6}\b/);
    const jobs = await server.db
      .selectFrom("jobs")
      .select("payload")
      .where("kind", "=", "user.recover")
      .execute();
    expect(JSON.stringify(jobs)).not.toMatch(/\b\d{6}\b/);
    const other = await aUser(server, { accountId });
    const refused = await server.graphql(finish, { email: "forgot@recovery.example" }, { userId: other });
    expect(refused.errors[0]?.extensions["code"]).toBe("NOT_FOUND");
    expect((await server.graphql(finish, { email: "forgot@recovery.example" }, { userId })).errors).toEqual(
      [],
    );
    expect(await statusOf(userId)).toBe("COMPLETED");
  });

  it("is blocked and allowed again by a manager, and by no other way", async () => {
    const accountId = await anAccount(server);
    const userId = await aUser(server, { accountId, userName: "blocked@recovery.example" });
    const adminId = await anAdmin(server, accountId);
    const blocked = await server.graphql(set, { userId, to: "BLOCKED" }, { userId: adminId });
    expect(blocked.data["setUserPasswordRecoveryStatus"]).toEqual({ status: "BLOCKED" });
    await server.graphql(start, { email: "blocked@recovery.example" });
    expect(
      await server.db.selectFrom("jobs").select("id").where("kind", "=", "user.recover").execute(),
    ).toHaveLength(1);
    expect(await statusOf(userId)).toBe("BLOCKED");
    const skipped = await server.graphql(set, { userId, to: "COMPLETED" }, { userId: adminId });
    expect(skipped.errors[0]?.extensions).toMatchObject({
      code: "CONFLICT",
      field: "passwordRecoveryStatus",
    });
    await server.graphql(set, { userId, to: "NONE" }, { userId: adminId });
    expect(await statusOf(userId)).toBe("NONE");
  });
});

describe("linking a login method", () => {
  const connect = `mutation ConnectAuthMethod($userId: ID!, $id: ID!) {
    connectAuthMethod(userId: $userId, accountAuthMethodSettingsId: $id)
  }`;

  it("is recorded once the provider knows of it, for oneself and for methods of one's organisation", async () => {
    const accountId = await anAccount(server);
    const userId = await aUser(server, { accountId });
    const setting = (id: string, providerId: string) =>
      server.db
        .selectFrom("account_auth_method_settings as s")
        .innerJoin("default_auth_methods as m", "m.id", "s.auth_method_id")
        .select("s.id")
        .where("s.account_id", "=", id)
        .where("m.provider_id", "=", providerId)
        .executeTakeFirstOrThrow();
    const password = await setting(accountId, "password");
    const early = await server.graphql(connect, { userId, id: password.id }, { userId });
    expect(early.errors[0]?.message).toMatch(/not linked yet/);
    await server.services.identity?.setPassword(userId, "Xq7-luminous-kettle-93-orbit");
    // A new password ends the sessions there were.
    const cookie = await server.signIn(userId);
    const done = await asSession<{ connectAuthMethod: boolean }>(cookie, connect, {
      userId,
      id: password.id,
    });
    expect(done.data.connectAuthMethod).toBe(true);
    const foreign = await setting(await anAccount(server), "password");
    const refused = await asSession(cookie, connect, { userId, id: foreign.id });
    expect(refused.errors[0]?.message).toMatch(/no such login method/);
    const other = await aUser(server, { accountId });
    expect(
      (await server.graphql(connect, { userId, id: password.id }, { userId: other })).errors[0]?.extensions[
        "code"
      ],
    ).toBe("NOT_FOUND");
  });
});

describe("the development mailbox", () => {
  it("is for administrators of the top organisation", async () => {
    const root = await anAccount(server);
    const child = await anAccount(server, { parentId: root });
    const read = `query GetDevelopmentMailbox($accountId: ID!) { developmentMailbox(accountId: $accountId) { subject } }`;
    expect(
      (await server.graphql(read, { accountId: root }, { userId: await anAdmin(server, root) })).errors,
    ).toEqual([]);
    const below = await server.graphql(read, { accountId: child }, { userId: await anAdmin(server, child) });
    expect(below.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
  });
});
