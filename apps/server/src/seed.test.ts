import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { seed } from "./seed.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("of servers that start at once on an empty database, one creates the first administrator", async () => {
  const firsts = await Promise.all(Array.from({ length: 5 }, () => seed(server.services)));
  expect(firsts.filter((first) => first !== undefined)).toHaveLength(1);
  const roots = await server.db.selectFrom("accounts").select("id").where("parent_id", "is", null).execute();
  expect(roots).toHaveLength(1);
  expect(await seed(server.services)).toBeUndefined();
});
