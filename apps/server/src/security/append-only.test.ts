// Threat S17: the audit log is changed by a request.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRowScope } from "#platform/row-security/row-scope.ts";
import { scopedDatabase } from "#platform/row-security/scoped-database.ts";
import { anAccount, anAdmin, aTeam } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
let accountId: string;
beforeAll(async () => {
  server = await startTestServer();
  accountId = await anAccount(server);
  const userId = await anAdmin(server, accountId);
  const id = await aTeam(server, { accountId });
  await server.graphql(`mutation { updateTeam(id: "${id}", name: "Named") { id } }`, {}, { userId });
});
afterAll(() => server.stop());

it.each([
  "update audit_log set action = 'x'",
  "update audit_log set hash = previous_hash",
  "delete from audit_log",
  "truncate audit_log",
  "drop table audit_log",
  "alter table audit_log disable row level security",
  "alter table audit_log disable trigger all",
  "create policy p on audit_log using (true)",
  "alter role parley_scoped superuser",
  "create table copied as select * from audit_log; drop table audit_log",
])("a request cannot run: %s", async (statement) => {
  const scope = createRowScope();
  scope.admit({ accountId });
  const db = scopedDatabase(server.services.pool, scope);
  const { rows } = await sql<{ count: number }>`select count(*) from audit_log`.execute(db);
  expect(rows[0]?.count).toBeGreaterThan(0);
  await expect(sql.raw(statement).execute(db)).rejects.toThrow();
  expect(await sql`select count(*) from audit_log`.execute(db)).toMatchObject({ rows });
});
