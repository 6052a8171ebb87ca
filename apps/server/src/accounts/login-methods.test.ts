import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { updateAccount, type Updated } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe("login methods", () => {
  const oidc = {
    type: "OIDC",
    name: "Company login",
    clientId: "parley",
    clientSecret: "a-very-secret-value",
    issuerURL: "https://login.example.org",
  };

  it("keep the secret to themselves, sealed, and start switched off", async () => {
    const id = await anAccount(server);
    const userId = await anAdmin(server, id);
    const answer = await server.graphql<Updated>(
      updateAccount,
      { id, customAuthMethods: [oidc] },
      { userId },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.updateAccount.customAuthMethods).toMatchObject([
      {
        type: "OIDC",
        hasClientSecret: true,
        clientSecretHint: "alue",
        providerId: expect.stringMatching(/^company-login-/),
      },
    ]);
    expect(answer.data.updateAccount.accountAuthMethodSettings.at(-1)).toMatchObject({
      type: "OIDC",
      isActive: false,
    });
    expect(JSON.stringify(answer)).not.toContain("a-very-secret-value");
    const stored = await server.db
      .selectFrom("custom_auth_methods")
      .select("client_secret_encrypted")
      .where("account_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(stored.client_secret_encrypted).not.toContain("a-very-secret-value");
    const [method] = answer.data.updateAccount.customAuthMethods;
    const renamed = await server.graphql<Updated>(
      updateAccount,
      { id, customAuthMethods: [{ id: method?.id, name: "Renamed", version: 1 }] },
      { userId },
    );
    expect(renamed.data.updateAccount.customAuthMethods[0]?.hasClientSecret).toBe(true);
    const stale = await server.graphql(
      updateAccount,
      { id, customAuthMethods: [{ id: method?.id, clientId: "other", clientSecret: "new", version: 1 }] },
      { userId },
    );
    expect(stale.errors[0]?.extensions).toMatchObject({
      code: "CONFLICT",
      fields: ["clientId", "clientSecret"],
      who: expect.stringMatching(/\w+ \w+/),
      when: expect.stringMatching(/^20/),
      version: 2,
    });
    const log = await server.db
      .selectFrom("audit_log")
      .select("detail")
      .where("account_id", "=", id)
      .execute();
    expect(JSON.stringify(log)).not.toContain("secret-value");
  });

  it("cannot all be switched off: an untried connection does not count", async () => {
    const id = await anAccount(server);
    const userId = await anAdmin(server, id);
    const first = await server.graphql<Updated>(
      updateAccount,
      { id, customAuthMethods: [{ ...oidc, isActive: true }] },
      { userId },
    );
    const builtIn = first.data.updateAccount.accountAuthMethodSettings.filter(
      (row) => row.providerId.length < 10,
    );
    const off = builtIn.map((row) => ({ id: row.id, isActive: false }));
    const refused = await server.graphql(updateAccount, { id, accountAuthMethodSettings: off }, { userId });
    expect(refused.errors[0]?.message).toMatch(/last working login method/);
    const one = await server.graphql<Updated>(
      updateAccount,
      { id, accountAuthMethodSettings: [off[0]] },
      { userId },
    );
    expect(one.errors).toEqual([]);
    expect(one.data.updateAccount.accountAuthMethodSettings.filter((row) => row.isDefault)).toHaveLength(1);
  });

  it("are inherited until an account states its own, and again when it forgets them", async () => {
    const root = await anAccount(server);
    const id = await anAccount(server, { parentId: root });
    const userId = await anAdmin(server, root);
    const own = await server.graphql<Updated>(updateAccount, { id, customAuthMethods: [oidc] }, { userId });
    expect(own.data.updateAccount.accountAuthMethodSettings).toHaveLength(3);
    const again = await server.graphql<Updated>(updateAccount, { id, inheritAuthMethods: true }, { userId });
    expect(again.data.updateAccount.accountAuthMethodSettings).toEqual([]);
    expect(again.data.updateAccount.effectiveAuthMethodSettings).toHaveLength(2);
  });

  it("name what is wrong with a connection", async () => {
    const id = await anAccount(server);
    const userId = await anAdmin(server, id);
    const cases = [
      [{ ...oidc, issuerURL: "http://login.example.org" }, "customAuthMethods.0.issuerURL"],
      [{ ...oidc, clientId: "" }, "customAuthMethods.0.clientId"],
      [{ ...oidc, name: " " }, "customAuthMethods.0.name"],
      [
        { type: "SAML", name: "S", settings: { entryPoint: "https://a.example" } },
        "customAuthMethods.0.entityIssuer",
      ],
      [
        {
          type: "SAML",
          name: "S",
          entityIssuer: "x",
          settings: { entryPoint: "https://a.example", certificates: ["no"] },
        },
        "customAuthMethods.0.settings.certificates",
      ],
    ] as const;
    for (const [method, field] of cases) {
      const answer = await server.graphql(updateAccount, { id, customAuthMethods: [method] }, { userId });
      expect(answer.errors[0]?.extensions, field).toMatchObject({ code: "INVALID", field });
    }
  });

  it("lead people of a domain to their organisation's connection; a domain belongs to one", async () => {
    const id = await anAccount(server);
    const userId = await anAdmin(server, id);
    await server.graphql(
      updateAccount,
      {
        id,
        generalSettings: { emailDomains: ["Routed.example"] },
        customAuthMethods: [{ ...oidc, isActive: true, isDefault: true }],
      },
      { userId },
    );
    const info = await server.graphql<{ getLoginInfo: { recommendedAuthMethod: string } }>(
      `query GetUserLoginInfo($email: String!) { getLoginInfo(email: $email) { recommendedAuthMethod } }`,
      { email: "Anyone@routed.example" },
    );
    expect(info.data.getLoginInfo.recommendedAuthMethod).toMatch(/^company-login-/);
    const other = await anAccount(server);
    const taken = await server.graphql(
      updateAccount,
      { id: other, generalSettings: { emailDomains: ["routed.example"] } },
      { userId: await anAdmin(server, other) },
    );
    expect(taken.errors[0]?.extensions["field"]).toBe("generalSettings.emailDomains");
  });
});
