import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectTestDatabase } from "#testing/database.ts";
import type { DatabaseConnection } from "./database.ts";
import { databaseTrouble } from "./database-trouble.ts";

let connection: DatabaseConnection;

beforeAll(async () => {
  connection = await connectTestDatabase(1);
});
afterAll(() => connection.close());

async function told(statement: RawBuilder<unknown>) {
  const error = await statement.execute(connection.db).catch((thrown: unknown) => thrown);
  const { message, extensions } = databaseTrouble(error) ?? {};
  return [message, extensions?.["code"]];
}

it("says which name is taken, and asks for another try only where that helps", async () => {
  const { db } = connection;
  await sql`create table crew (ship uuid, name text, seat int)`.execute(db);
  await sql`create unique index on crew (ship, lower(name))`.execute(db);
  await sql`create unique index on crew (ship, seat)`.execute(db);
  const ship = "01900000-0000-7000-8000-000000000001";
  const add = (name: string, seat: number) => sql`insert into crew values (${ship}, ${name}, ${seat})`;
  await add("Deck, night shift", 1).execute(db);
  expect(await told(add("deck, Night shift", 2))).toEqual([
    "“deck, night shift” is already taken. Choose another name.",
    "CONFLICT",
  ]);
  // Nobody chooses a seat number: the next try takes the next one.
  expect(await told(add("Bridge", 1))).toEqual([
    "Somebody changed the same thing at the same moment. Try again.",
    "UNAVAILABLE",
  ]);
  expect(await told(sql`select 1 / 0`)).toEqual([undefined, undefined]);
});

it.each([
  ["a port", "postgres://parley@127.0.0.1:1/parley"],
  ["a socket", "postgres://parley@127.0.0.1:1/parley?host=/nowhere"],
])("asks for another try where nobody is at %s", async (_, connectionString) => {
  const error: unknown = await new pg.Client({ connectionString })
    .connect()
    .catch((thrown: unknown) => thrown);
  expect(databaseTrouble(error)?.extensions).toMatchObject({ code: "UNAVAILABLE" });
});
