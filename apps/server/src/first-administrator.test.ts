import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { createFirstAdministrator } from "./first-administrator.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("of servers that start at once on an empty database, one creates the first administrator", async () => {
  const firsts = await Promise.all(
    Array.from({ length: 5 }, () => createFirstAdministrator(server.services)),
  );
  expect(firsts.filter((first) => first !== undefined)).toHaveLength(1);
  const roots = await server.db.selectFrom("accounts").select("id").where("parent_id", "is", null).execute();
  expect(roots).toHaveLength(1);
  expect(await createFirstAdministrator(server.services)).toBeUndefined();
});
