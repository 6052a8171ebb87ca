import { afterAll, beforeAll, expect, test } from "vitest";
import { mailsTo } from "#platform/mail/mailbox.ts";
import { aMember, anAccount } from "./testing/connections.ts";
import { openFlow } from "./testing/flows.ts";
import { type Person, type TestProvider, startTestProvider } from "./testing/provider.ts";

let server: TestProvider;
beforeAll(async () => {
  server = await startTestProvider();
});
afterAll(() => server.stop());

async function turnOff(accountId: string, provider: "password" | "code"): Promise<void> {
  await server.connection.pool.query(
    `update account_auth_method_settings set is_active = false
     where account_id = $1 and auth_method_id = (select id from default_auth_methods where provider_id = $2)`,
    [accountId, provider],
  );
}

async function memberOf(accountId: string): Promise<Person> {
  const person = await server.person();
  await aMember(server, accountId, person.id);
  return person;
}

test("a method the organisation turned off does not sign its people in, however right the password", async () => {
  const accountId = await anAccount(server);
  const person = await memberOf(accountId);
  await server.signIn(person);
  await turnOff(accountId, "password");
  await expect(server.signIn(person)).rejects.toThrow("does not allow this way");
});

test("an organisation that states nothing follows the one above; one that allows is enough", async () => {
  const top = await anAccount(server);
  const below = await anAccount(server, [top]);
  await server.connection.pool.query("delete from account_auth_method_settings where account_id = $1", [
    below,
  ]);
  const person = await memberOf(below);
  await turnOff(top, "password");
  await expect(server.signIn(person)).rejects.toThrow("does not allow this way");
  await aMember(server, await anAccount(server), person.id);
  await server.signIn(person);
});

test("recovery is no way around: without password and code nobody is mailed", async () => {
  const accountId = await anAccount(server);
  const person = await memberOf(accountId);
  // Kept out by a connection, say: something else has to be active, or the built-in methods come back.
  await server.connection.pool.query(
    `with method as (insert into custom_auth_methods (id, account_id, type, name, provider_id)
       values (gen_random_uuid(), $1, 'SAML', 'SSO', 'policy-sso') returning id)
     insert into account_auth_method_settings (id, account_id, custom_auth_method_id) select gen_random_uuid(), $1, id from method`,
    [accountId],
  );
  await turnOff(accountId, "password");
  await turnOff(accountId, "code");
  for (const [kind, fields] of [
    ["recovery", { method: "code", email: person.email }],
    ["login", { method: "code", identifier: person.email }],
  ] as const) {
    const flow = await openFlow(server.browser(), kind);
    await flow.send(fields);
  }
  await server.provider.idle();
  expect((await mailsTo(server.connection.db, person.email)).map((mail) => mail.template)).toEqual([]);
});
