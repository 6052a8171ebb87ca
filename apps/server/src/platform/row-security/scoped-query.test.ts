import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connectDatabase, type DatabaseConnection } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { createLog } from "#platform/log.ts";
import { connectTestDatabase } from "#testing/database.ts";
import { createRowScope } from "./row-scope.ts";
import { scopedDatabase } from "./scoped-database.ts";
import { ScopedQuery } from "./scoped-query.ts";

let connection: DatabaseConnection;
beforeAll(async () => {
  // One connection: what a statement leaves behind is met by the next one.
  connection = await connectTestDatabase(1);
});
afterAll(() => connection.close());

const scopes = { "without a scope": () => connection.db, "in a scope": () => scoped() };

function scoped(pool = connection.pool) {
  const scope = createRowScope();
  scope.admit({ accountId: newId() });
  return scopedDatabase(pool, scope);
}

const unwritable = {
  toPostgres() {
    throw new Error("No words for it.");
  },
};

describe.each(Object.entries(scopes))("a statement %s", (_, open) => {
  it("answers what the driver answers, the first time and when its columns are known", async () => {
    const ids = Array.from({ length: 4 }, () => newId());
    const text = `select $1::text as text, 7 as int4, 9007199254740991::int8 as int8, 1.5::numeric as numeric,
      true as bool, 2::int2 as int2, 0.1::float8 as float8, '${newId()}'::uuid as id, '{${ids.join(",")}}'::uuid[] as ids,
      null::text as nothing, now() as now, '2026-03-01 12:34:56.7+00'::timestamptz as time,
      date '2026-03-01' as date, array['ü', null, 'c,"d'] as texts, array[gen_random_uuid()] is not null as has,
      '{"a": [1, null]}'::jsonb as json, '\\x00ff'::bytea as bytes, interval '1 day' as interval, '' as "A b",
      1 as a1, 2 as a2, 3 as a3, 4 as a4, 5 as a5, 6 as a6, 7 as a7, 8 as a8`;
    const { rows: expected } = await connection.pool.query(text, ["ä €"]);
    const parts = text.split("$1");
    for (let time = 0; time < 4; time += 1) {
      const { rows } = await sql`${sql.raw(parts[0] ?? "")}${"ä €"}${sql.raw(parts[1] ?? "")}`.execute(
        open(),
      );
      expect(rows.map((row) => ({ ...Object(row), now: 0 }))).toEqual(
        expected.map((row: object) => ({ ...row, now: 0 })),
      );
    }
  });

  it("says how many rows it changed", async () => {
    const db = connection.db;
    await sql`create table if not exists counted (n int)`.execute(db);
    await sql`grant all on counted to parley_scoped`.execute(db);
    await sql`insert into counted select generate_series(1, ${5}::int)`.execute(db);
    const changed = await sql`update counted set n = n + ${1}`.execute(open());
    expect(changed.numAffectedRows).toBe(5n);
    await sql`drop table counted`.execute(db);
  });

  it("that fails says why, and the connection goes on", async () => {
    for (let time = 0; time < 3; time += 1) {
      await expect(sql`select 1 / ${0}::int`.execute(open())).rejects.toThrow(/division by zero/);
      const { rows } = await sql`select ${1}::int as one`.execute(open());
      expect(rows).toEqual([{ one: 1 }]);
    }
  });

  it("with a value that cannot be written fails, and the connection goes on", async () => {
    await expect(sql`select ${unwritable}::text`.execute(open())).rejects.toThrow("No words for it.");
    const { rows } = await sql`select ${2}::int as two`.execute(open());
    expect(rows).toEqual([{ two: 2 }]);
  });

  it("answers what comes in many pieces", async () => {
    const { rows } = await sql<{ n: number; text: string }>`
      select n, repeat('ä' || n, ${20_000}) as text from generate_series(1, 20) n`.execute(open());
    expect(rows).toEqual(
      Array.from({ length: 20 }, (_, at) => ({ n: at + 1, text: `ä${at + 1}`.repeat(20_000) })),
    );
  });

  it("is one of many that wait for the connection", async () => {
    const asked = Array.from({ length: 30 }, (_, n) =>
      sql<{ n: number }>`select ${n}::int as n`.execute(open()),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(answers.map((_, n) => n));
  });

  it("fails when its connection is cut, and the next one gets another", async () => {
    const pid = sql<number>`pg_backend_pid()`;
    await expect(
      sql`select pg_terminate_backend(${pid}), ${1}::int`.execute(connection.db),
    ).rejects.toThrow();
    const { rows } = await sql`select ${3}::int as three`.execute(open());
    expect(rows).toEqual([{ three: 3 }]);
  });

  it("is undone with its transaction", async () => {
    const db = open();
    const name = newId();
    await expect(
      db.transaction().execute(async (tx) => {
        await sql`insert into outbox (topic, payload) values (${name}, '{}')`.execute(tx);
        await sql`select 1 / ${0}::int`.execute(tx);
      }),
    ).rejects.toThrow(/division by zero/);
    const { rows } = await sql`select 1 from outbox where topic = ${name}`.execute(connection.db);
    expect(rows).toEqual([]);
  });
});

it("keeps to its scope in a transaction that goes on after a value that could not be written", async () => {
  const role = await scoped()
    .transaction()
    .execute(async (tx) => {
      await expect(sql`select ${unwritable}::text`.execute(tx)).rejects.toThrow("No words for it.");
      return (await sql<{ role: string }>`select current_user as role, ${1}::int`.execute(tx)).rows[0]?.role;
    });
  expect(role).toBe("parley_scoped");
});

it("finds its way back once its scope can be set again", async () => {
  const name = `login_${newId().replaceAll("-", "")}`;
  await sql.raw(`create role ${name} login password 'secret'`).execute(connection.db);
  const url = Object.assign(new URL(connection.url), { username: name, password: "secret" });
  const fresh = connectDatabase(url.href, 1, createLog("silent"));
  const db = scoped(fresh.pool);
  try {
    await expect(sql`select ${1}::int as one`.execute(db)).rejects.toThrow(/permission denied to set role/);
    await sql.raw(`grant parley_scoped to ${name}`).execute(connection.db);
    expect((await sql`select ${1}::int as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  } finally {
    await fresh.close();
    await sql.raw(`drop role ${name}`).execute(connection.db);
  }
});

it("fails alone when a row of it cannot be read", () => {
  const told = vi.fn<(error: Error | null) => void>();
  const query = new ScopedQuery({ text: "select 1", values: [], name: undefined }, undefined, told);
  query.handleRowDescription({ fields: [{ name: "one", dataTypeID: 25 }] });
  // It says that there is a field, and there is none.
  query.takeRow(Buffer.from([0, 1]), 0, 2);
  query.handleReadyForQuery();
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.any(RangeError), expect.anything());
});
