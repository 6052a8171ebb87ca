import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseTrouble } from "./database-trouble.ts";
import { connectDatabase, type DatabaseConnection, type Db } from "./database.ts";
import { newId } from "./ids.ts";
import { createLog } from "./log.ts";
import { forgetNames } from "./prepared-statements.ts";
import { createRowScope } from "./row-security/row-scope.ts";
import { scopedDatabase } from "./row-security/scoped-database.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";

let database: TestDatabase;
let connection: DatabaseConnection;

beforeAll(async () => {
  // Other tests of this process prepared theirs.
  forgetNames();
  database = await createTestDatabase();
  connection = connectDatabase(database.url, 1, createLog("silent"));
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const preparedTexts = async () =>
  (await connection.pool.query<{ statement: string }>("select statement from pg_prepared_statements")).rows
    .map((row) => row.statement)
    .filter((statement) => statement.includes("from shelf"));

it("prepares a statement from its second use on, and follows a table that changes under it", async () => {
  const { db } = connection;
  await sql`create table shelf (id int primary key, title text)`.execute(db);
  await sql`insert into shelf values (1, 'Atlas')`.execute(db);
  const read = async (id: number) => (await sql`select * from shelf where id = ${id}`.execute(db)).rows;

  expect(await read(1)).toEqual([{ id: 1, title: "Atlas" }]);
  expect(await preparedTexts()).toEqual([]);
  expect(await read(1)).toEqual([{ id: 1, title: "Atlas" }]);
  expect(await read(2)).toEqual([]);
  expect(await preparedTexts()).toEqual(["select * from shelf where id = $1"]);

  await sql`alter table shelf add column pages int`.execute(db);
  for (let again = 0; again < 3; again += 1) {
    expect(await read(1)).toEqual([{ id: 1, title: "Atlas", pages: null }]);
  }
  expect(await preparedTexts()).toEqual(["select * from shelf where id = $1"]);
});

describe("a table that changes under a prepared statement", () => {
  let columns = 0;
  /** By a connection of its own, as a newer version would. */
  async function migrate(): Promise<void> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    columns += 1;
    await client.query(`alter table box add column c${columns} int`);
    await client.end();
  }
  const read = (db: Db) => sql`select * from box where id = ${1}`.execute(db);
  const count = (db: Db) => sql`select count(*) as boxes from box where id > ${0}`.execute(db);
  const write = (db: Db) => sql`insert into box (id) values (${2 + columns})`.execute(db);
  const known = { id: 1 };
  beforeAll(async () => {
    await sql`create table box (id int)`.execute(connection.db);
    await sql`insert into box values (1)`.execute(connection.db);
    await sql`grant all on box to parley_scoped`.execute(connection.db);
  });

  it("is not noticed by statements that stand alone, also in a scope and under a name of their own", async () => {
    const scope = createRowScope();
    scope.admit({ accountId: newId() });
    const scoped = scopedDatabase(connection.pool, scope);
    const named = () =>
      connection.pool.query({ name: "box", text: "select * from box where id = $1", values: [1] });
    const held = async (ask: (client: pg.PoolClient) => Promise<{ rows: unknown[] }>) => {
      const client = await connection.pool.connect();
      return ask(client).finally(() => client.release());
    };
    const ways: (() => Promise<{ rows: unknown[] }>)[] = [
      () => read(connection.db),
      () => read(scoped),
      () => connection.db.connection().execute(read),
      () => connection.pool.query("select * from box where id = $1 and id < 5", [1]),
      named,
      () => held((client) => client.query("select * from box where id = $1 and id < 6", [1])),
    ];
    for (const ask of ways) {
      for (let time = 0; time < 3; time += 1)
        expect((await ask()).rows).toEqual([expect.objectContaining(known)]);
      await migrate();
      for (let time = 0; time < 2; time += 1) {
        expect((await ask()).rows).toEqual([expect.objectContaining({ [`c${columns}`]: null })]);
      }
    }
  });

  it("is not noticed by a transaction that begins with it", async () => {
    const ask = (isolation: "read committed" | "repeatable read") =>
      connection.db
        .transaction()
        .setIsolationLevel(isolation)
        .execute(async (tx) => {
          const { rows } = await read(tx);
          await write(tx);
          const level = await sql<Record<string, string>>`show transaction_isolation`.execute(tx);
          return [rows[0], level.rows[0]?.["transaction_isolation"]];
        });
    await ask("read committed");
    await ask("read committed");
    await migrate();
    expect(await ask("repeatable read")).toEqual([
      expect.objectContaining({ [`c${columns}`]: null }),
      "repeatable read",
    ]);
  });

  it("asks for another try in the middle of a transaction, which undoes all of it, and then works", async () => {
    const change = () =>
      connection.db.transaction().execute(async (tx) => {
        await write(tx);
        return (await read(tx)).rows;
      });
    await change();
    await change();
    await migrate();
    const before = await count(connection.db);
    const error = await change().catch((thrown: unknown) => thrown);
    expect(databaseTrouble(error)?.extensions["code"]).toBe("UNAVAILABLE");
    expect((await count(connection.db)).rows).toEqual(before.rows);
    expect(await change()).toEqual([expect.objectContaining({ [`c${columns}`]: null })]);
  });
});
