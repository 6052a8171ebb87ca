// Threat S13: an answer that differs for addresses that have an account.
import { afterAll, beforeAll, expect, it } from "vitest";
import { anAccount, anAdmin, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

const pairs = 40;
let server: TestServer;
let stranger: string;
let known: string[];
beforeAll(async () => {
  server = await startTestServer();
  stranger = await anAdmin(server, await anAccount(server));
  const accountId = await anAccount(server);
  known = Array.from({ length: pairs }, (_, index) => `known${index}@people.example`);
  for (const userName of known) await aUser(server, { accountId, userName });
});
afterAll(() => server.stop());

const questions: readonly [string, string, boolean][] = [
  [
    "getLoginInfo",
    "query Q($email: String!) { getLoginInfo(email: $email) { passwordRecoveryStatus recommendedAuthMethod authMethods { name type isActive } registeredAuthMethods } }",
    false,
  ],
  [
    "startUserRecoveryProcess",
    "mutation M($email: String!) { startUserRecoveryProcess(email: $email) { __typename } }",
    false,
  ],
  [
    "userPictureByEmail",
    "query Q($email: String!) { userPictureByEmail(userEmail: $email) { __typename } }",
    true,
  ],
  [
    "userSettingsLimited",
    "query Q($email: String!) { userSettingsLimited(email: $email) { __typename } }",
    true,
  ],
  [
    "userPictureByEmail as nobody",
    "query Q($email: String!) { userPictureByEmail(userEmail: $email) { __typename } }",
    false,
  ],
  [
    "userSettingsLimited as nobody",
    "query Q($email: String!) { userSettingsLimited(email: $email) { __typename } }",
    false,
  ],
];

it.each(questions)("%s answers the same for people and for nobody", async (name, query, isSignedIn) => {
  const differences: string[] = [];
  for (const [index, email] of known.entries()) {
    const as = isSignedIn ? { userId: stranger } : {};
    const there = await server.graphql(query, { email }, as);
    const nobody = await server.graphql(query, { email: `nobody${index}@people.example` }, as);
    const bare = (answer: unknown) => JSON.stringify(answer).replaceAll(/(known|nobody)\d+/g, "x");
    if (bare(there) !== bare(nobody)) differences.push(`${name}: ${bare(there)} and ${bare(nobody)}`);
  }
  expect(differences.slice(0, 2)).toEqual([]);
});

it("counts its pairs", ({ task }) => {
  Object.assign(task.meta, { cases: pairs * questions.length });
  expect(known).toHaveLength(pairs);
});
