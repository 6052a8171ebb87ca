// The version before this one on the database of this one, and this one on the database of the next: what
// docs/operations/upgrade.md promises to whoever replaces servers one by one.
import { type GraphQLField, isObjectType, Kind, parse, validate } from "graphql";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { expect, it } from "vitest";
import { ROLE_TEMPLATES } from "#access/actions.ts";
import { createViewer } from "#access/viewer.ts";
import { migrate, readMigrations } from "#platform/migrations.ts";
import { type RowMaker, rowMaker } from "#testing/any-row.ts";
import { aUser } from "#testing/builders.ts";
import { createTestDatabase } from "#testing/database.ts";
import { startTestServer } from "#testing/server.ts";
import { argumentsFor, idPathsOf } from "./access/matrix/call-arguments.ts";
import { createWorld } from "./access/matrix/world.ts";
import type { Context } from "./context.ts";
import { buildApi } from "./graphql.ts";

const previousText = await readFile(new URL("../previous-operations.graphql", import.meta.url), "utf8");
/** For which version that file was written, and everything that was released before it. */
const [, writtenFor, lastOfPreviousVersion = ""] =
  /before (\S+) ask; its last migration is (\S+)\. /.exec(previousText) ?? [];

/** Longer than a call of the old version would wait. */
const longestWait = "5s";

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

it("the version before goes on reading and writing while this one's migrations run, and afterwards", async ({
  task,
}) => {
  const migrations = await readMigrations();
  const previous = migrations.filter(({ name }) => name <= lastOfPreviousVersion);
  expect(previous.at(-1)?.name).toBe(lastOfPreviousVersion);
  const database = await createTestDatabase("template1");
  const client = new pg.Client({ connectionString: database.url, lock_timeout: 5_000 });
  try {
    await migrate(database.url, previous);
    await client.connect();
    const tables = await tablesOf(client);
    const written = await writeRows(client, tables);
    expect(written.size).toBeGreaterThan(tables.length * 0.8);
    const before = await contents(client, tables);

    const old = startOldVersion(database.url, tables);
    const applied = await migrate(database.url);
    const { rounds, failures } = await old.stop();

    expect(applied).toEqual(migrations.slice(previous.length).map(({ name }) => name));
    expect(applied.length).toBeGreaterThan(0);
    expect(failures).toEqual([]);
    expect(rounds).toBeGreaterThan(0);
    expect(await contents(client, tables)).toEqual(before);
    // The same statements as before: the columns that the old version knows are remembered.
    const writtenAfter = await writeRows(client, tables);
    expect([...written].filter((table) => !writtenAfter.has(table))).toEqual([]);
    // It may also start anew: what the new version added is not its business.
    expect(await migrate(database.url, previous)).toEqual([]);
    Object.assign(task.meta, { cases: tables.length });
  } finally {
    await client.end();
    await database.drop();
  }
});

it("what the version before had was written down when this one began", async () => {
  const file = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
  const { version }: { version: string } = JSON.parse(file);
  expect(writtenFor, "Run npm run codegen -- --release after raising the version.").toBe(version);
});

it("whatever the pages of the version before ask is still an operation of this one", async ({ task }) => {
  const { schema } = await buildApi();
  const { definitions } = parse(previousText);
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const complaints = operations.flatMap((operation) =>
    validate(schema, { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] })
      .map(({ message }) => message)
      .filter((message) => !message.endsWith("is never used.")),
  );
  expect(complaints).toEqual([]);
  expect(operations.length).toBeGreaterThan(150);
  Object.assign(task.meta, { cases: operations.length });
});

it("a migration that takes away what the version before uses is noticed", async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const tables = (await tablesOf(client)).filter(({ name }) => name === "teams" || name === "accounts");
    await client.query("alter table teams drop column description");
    const { failures } = await startOldVersion(database.url, tables).stop();
    expect(failures.join()).toMatch(/^teams: .*description/);
  } finally {
    await client.end();
    await database.drop();
  }
});

/** Tables as the old version knows them. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and c.table_name <> 'schema_migrations' and not exists (select 1 from pg_inherits i where i.inhrelid = ('public.' || c.table_name)::regclass)
     group by c.table_name order by c.table_name`,
  );
  return rows;
}

/** A row in each table; answers those that hold one now. Some tables have rules no catalogue tells. */
async function writeRows(client: pg.Client, tables: readonly Table[]): Promise<Set<string>> {
  const make: RowMaker = rowMaker(client, new Map());
  const written = new Set<string>();
  for (const { name } of tables) {
    const isMade = await make(name).then(
      () => true,
      () => false,
    );
    if (isMade) written.add(name);
  }
  return written;
}

async function contents(client: pg.Client, tables: readonly Table[]): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ sum: string }>(
      `select md5(coalesce(string_agg(row::text, ',' order by row::text), '')) as sum
       from (select row(${quoted(columns)}) from "${name}") rows (row)`,
    );
    sums.set(name, rows[0]?.sum ?? "");
  }
  return sums;
}

/** Reads everything and writes it back, over and over, in transactions of several statements as a server does. */
function startOldVersion(url: string, tables: readonly Table[]) {
  let isStopping = false;
  let rounds = 0;
  const failures: string[] = [];
  const work = (async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`set lock_timeout = '${longestWait}'`);
    do {
      for (const { name, columns } of tables) {
        const column = columns.at(-1) ?? "";
        const statements = [`select ${quoted(columns)} from "${name}" limit 100`];
        // Nobody changes the log, and its triggers see to it.
        if (name !== "audit_log") statements.push(`update "${name}" set "${column}" = "${column}"`);
        await client.query("begin");
        try {
          for (const text of statements) await client.query({ text, name: `${name} ${text.slice(0, 6)}` });
          await client.query("commit");
        } catch (error) {
          failures.push(`${name}: ${String(error)}`);
          await client.query("rollback");
        }
      }
      rounds += 1;
    } while (!isStopping);
    await client.end();
  })();
  return {
    async stop() {
      isStopping = true;
      await work;
      return { rounds, failures: [...new Set(failures)] };
    },
  };
}

const quoted = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(", ");

it("this version works on, without a restart, on a database to which the next one has added", async ({
  task,
}) => {
  const server = await startTestServer();
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    const { schema, resolvers } = await buildApi();
    const world = await createWorld(server, client);
    const roleKeys = ROLE_TEMPLATES.map((role) => role.key);
    const userId = await aUser(server, { accountId: await world.idOf("accounts", "own"), roleKeys });
    const type = schema.getType("Query");
    const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
    const answers = async () => {
      const codes: string[] = [];
      for (const field of fields) codes.push(`${field.name}: ${await codeOf(field)}`);
      return codes;
    };
    const codeOf = async (field: GraphQLField<unknown, unknown>) => {
      const paths = new Map(idPathsOf(field).map((known) => [known.path, known]));
      const args = await argumentsFor(field, async (path, isRequired) => {
        const known = paths.get(path);
        return isRequired && known ? world.idOf(known.table, "own") : undefined;
      });
      const ctx: Context = {
        ...server.services,
        viewer: createViewer(server.db, { userId, sessionId: undefined }),
        requestId: "upgrade",
        idempotencyKey: undefined,
        operation: undefined,
        hasAudited: false,
        loaders: new Map(),
      };
      const queries = Object(resolvers["Query"]) as Record<string, (...given: unknown[]) => Promise<unknown>>;
      try {
        await queries[field.name]?.(undefined, args, ctx, {});
        return "OK";
      } catch (error) {
        const { extensions, message } = error as { extensions?: { code?: string }; message: string };
        return extensions?.code ?? `UNEXPECTED ${message}`;
      }
    };
    const before = await answers();
    expect(before.filter((line) => line.endsWith(" OK")).length).toBeGreaterThan(60);
    // From the second time on PostgreSQL knows the statements, and with them what they answered.
    expect(await answers()).toEqual(before);
    await client.query(
      `insert into schema_migrations (name, checksum) values ('9999_next_version.sql', 'of the next version')`,
    );
    for (const { name } of await tablesOf(client)) {
      await client.query(`alter table "${name}" add column next_version_note text not null default ''`);
    }
    await client.query("create table next_version_things (id uuid primary key)");
    expect(await answers()).toEqual(before);
    expect(await migrate(server.databaseUrl)).toEqual([]);
    Object.assign(task.meta, { cases: fields.length });
  } finally {
    await client.end();
    await server.stop();
  }
});
