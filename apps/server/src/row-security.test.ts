// Threat S4, second net: a resolver that asks for access to a place and then forgets to filter by it. The resolvers
// below ask about their own project and read or delete a whole table; only the database holds them back.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { change } from "#platform/change.ts";
import type { Db } from "#platform/database.ts";
import { createHttp } from "#platform/http/create-http.ts";
import { createLog } from "#platform/log.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { createWorld, type World } from "./access/matrix/world.ts";
import { registerApi } from "./api.ts";
import { portOf } from "./server.ts";

let server: TestServer;
let client: pg.Client;
let world: World;
let mutant: FastifyInstance;
let cookie: string;
let tables: string[];
beforeAll(async () => {
  server = await startTestServer();
  client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  world = await createWorld(server, client);
  const admin = world.actors.find((actor) => actor.name === "organization_admin")?.userId;
  cookie = await server.signIn(String(admin));
  const { rows } = await client.query<{ name: string }>(
    "select tablename::text as name from pg_policies where policyname = 'scope' order by 1",
  );
  tables = rows.map((row) => row.name);
  mutant = await createHttp({ log: createLog("silent"), allowedOrigins: [] });
  await registerApi(mutant, server.services, [
    {
      Query: {
        // Named like an operation of the schema; what it takes as the id of a bot is the name of a table.
        async getBotById(_, { botId, projectId }, ctx) {
          await requireAccess(ctx.viewer, "bot.read", { projectId });
          return { data: { rows: await countAll(ctx.db, botId) } };
        },
      },
      Mutation: {
        async deleteBot(_, { botId, projectId }, ctx) {
          await requireAccess(ctx.viewer, "bot.edit", { projectId });
          return change(ctx, async (tx) => {
            const deleted = await sql`delete from ${sql.table(botId)}`.execute(tx);
            const accountId = await own("accounts");
            await recordAudit(tx, ctx, { accountId, action: "DELETE", objectType: "Bot", message: "All" });
            return String(deleted.numAffectedRows);
          });
        },
      },
    },
  ]);
  await mutant.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await mutant.close();
  await client.end();
  await server.stop();
});

const own = (table: string) => world.idOf(table, "own");

async function countAll(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? -1;
}

async function asAdmin(query: string, table: string) {
  const response = await fetch(`http://127.0.0.1:${portOf(mutant)}/v1/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify({ query, variables: { table, projectId: await own("projects") } }),
  });
  return (await response.json()) as { data: Record<string, unknown>; errors?: { message: string }[] };
}

const read =
  "query R($table: ID!, $projectId: ID!) { getBotById(botId: $table, projectId: $projectId) { data } }";
const remove = "mutation D($table: ID!, $projectId: ID!) { deleteBot(botId: $table, projectId: $projectId) }";
const seen = async (table: string) => {
  const { data, errors } = await asAdmin(read, table);
  expect(errors).toBeUndefined();
  return (data["getBotById"] as { data: { rows: number } }).data.rows;
};

describe("without its filter, a resolver", () => {
  it("sees no row of another organisation, in any tenant table, and its own rows all the same", async ({
    task,
  }) => {
    expect(tables.length).toBeGreaterThan(50);
    const wrong: string[] = [];
    let cases = 0;
    for (const table of tables) {
      // Organisations show these along the line up and down the tree.
      const isOfAccount = ["audit_log", "custom_auth_methods", "account_auth_method_settings"].includes(
        table,
      );
      const relations = isOfAccount
        ? (["foreign", "sibling"] as const)
        : (["foreign", "sibling", "parent"] as const);
      for (const relation of relations) await world.idOf(table, relation);
      const before = await countAll(server.db, table);
      expect(before, `${table} has rows of others`).toBeGreaterThanOrEqual(relations.length);
      const others = await seen(table);
      await world.idOf(table, "own");
      const added = (await countAll(server.db, table)) - before;
      const mine = await seen(table);
      // Some rows of the own project are there from the start, such as its environments.
      cases += relations.length;
      if (mine - others !== added || mine === 0 || mine > before + added - relations.length) {
        wrong.push(`${table}: ${others} then ${mine} of ${before} + ${added}`);
      }
    }
    Object.assign(task.meta, { threat: "S4", cases });
    expect(wrong).toEqual([]);
  });

  it("deletes nothing of others", async ({ task }) => {
    const leaves = ["bot_assets", "canned_replies", "llm_credentials", "project_secrets", "conversations"];
    for (const table of leaves) {
      const [before, mine] = [await countAll(server.db, table), await seen(table)];
      expect(mine).toBeGreaterThan(0);
      const { data, errors } = await asAdmin(remove, table);
      expect([data?.["deleteBot"], errors]).toEqual([String(mine), undefined]);
      expect(await countAll(server.db, table)).toBe(before - mine);
    }
    Object.assign(task.meta, { threat: "S4", cases: leaves.length });
  });
});

it("the scope ends with its statement: the connection is the server's own again", async () => {
  await Promise.all(Array.from({ length: 20 }, () => seen("bots")));
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      server.services.pool.query(
        "select current_user as who, current_setting('parley.projects', true) as scope",
      ),
    ),
  );
  for (const { rows } of answers)
    expect(rows).toEqual([{ who: "parley", scope: expect.toBeOneOf(["", null]) }]);
});

it("every table that names a project is covered, or named as an exception", async () => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'project_id'
       and not c.relrowsecurity order by 1`,
  );
  expect(rows.map((row) => row.name)).toEqual([
    "history_entries",
    "history_words",
    "project_environment_configs",
    "team_account_projects",
    "team_project_roles",
    "user_project_roles",
    "user_projects",
  ]);
});
