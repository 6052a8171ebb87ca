import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectTestDatabase } from "#testing/database.ts";
import type { DatabaseConnection } from "./database.ts";
import { statement } from "./statement.ts";

let connection: DatabaseConnection;
beforeAll(async () => {
  connection = await connectTestDatabase();
});
afterAll(() => connection.close());

it("is written once and takes other values each time", async () => {
  let times = 0;
  const greeting = statement((given: { name: string; names: readonly string[]; none: string | null }) => {
    times += 1;
    const again = sql`${given.name}::text || '!'`;
    return sql<{
      text: string;
      count: number;
    }>`select ${given.name}::text || ${" and "}::text || ${again} as text,
      cardinality(${given.names}::text[]) as count where ${given.none}::text is null`;
  });
  const { db } = connection;
  for (const name of ["Ann", "Bö", "Cy"]) {
    const rows = await greeting(db, { name, names: [name, "other"], none: null });
    expect(rows).toEqual([{ text: `${name} and ${name}!`, count: 2 }]);
  }
  expect(await greeting(db, { name: "", names: [], none: "some" })).toEqual([]);
  expect(times).toBe(1);
});

it("belongs to the transaction it is asked in", async () => {
  const insert = statement(
    ({ topic }: { topic: string }) => sql`insert into outbox (topic, payload) values (${topic}, '{}')`,
  );
  const count = statement(
    ({ topic }: { topic: string }) =>
      sql<{ count: number }>`select count(*) from outbox where topic = ${topic}`,
  );
  await expect(
    connection.db.transaction().execute(async (tx) => {
      await insert(tx, { topic: "undone" });
      expect(await count(tx, { topic: "undone" })).toEqual([{ count: 1 }]);
      throw new Error("Take it back.");
    }),
  ).rejects.toThrow("Take it back.");
  expect(await count(connection.db, { topic: "undone" })).toEqual([{ count: 0 }]);
});
