import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./database.ts";
import { createLog } from "./log.ts";
import { forgetNames } from "./prepared-statements.ts";
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
  await expect(read(1)).rejects.toThrow("cached plan");
  for (let again = 0; again < 3; again += 1) {
    expect(await read(1)).toEqual([{ id: 1, title: "Atlas", pages: null }]);
  }
});
