// The organisation is edited while others write what belongs to it: nobody waits for somebody who waits for them.
import { afterAll, beforeAll, expect, it } from "vitest";
import { anAccount, anAdmin, aTeam } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { updateAccount } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it("lets teams be described while the organisation is renamed", async () => {
  const id = await anAccount(server);
  const userId = await anAdmin(server, id);
  const teamId = await aTeam(server, { accountId: id });
  const describe = "mutation M($id: ID!, $text: String!) { updateTeam(id: $id, description: $text) { id } }";
  const numbers = Array.from({ length: 12 }, (_, index) => index);
  const answers = await Promise.all(
    numbers.flatMap((number) => [
      server.graphql(updateAccount, { id, name: `Name ${number}` }, { userId }),
      server.graphql(describe, { id: teamId, text: `Text ${number}` }, { userId }),
    ]),
  );
  expect(answers.flatMap((answer) => answer.errors)).toEqual([]);
});
