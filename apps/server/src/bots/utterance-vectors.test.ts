import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { connectDatabase } from "#platform/database.ts";
import { createLog } from "#platform/log.ts";
import { createTestDatabase } from "#testing/database.ts";
import { vectorStore } from "./utterance-vectors.ts";

it("keeps the same vectors for several trainings at once, whatever their order", async () => {
  const database = await createTestDatabase();
  const connection = connectDatabase(database.url, 4, createLog("silent"));
  const store = vectorStore(connection.db);
  for (let round = 0; round < 5; round += 1) {
    const entries = Array.from({ length: 200 }, () => ({
      hash: randomBytes(32),
      vector: Buffer.alloc(512, 7),
    }));
    const orders = [entries, entries.toReversed(), [...entries.slice(100), ...entries.slice(0, 100)]];
    await Promise.all(orders.map((order) => store.keep("one", order)));
    await sql`update utterance_vectors set used_at = now() - interval '40 days'`.execute(connection.db);
    const found = await Promise.all(
      orders.map((order) =>
        store.find(
          "one",
          order.map(({ hash }) => hash),
        ),
      ),
    );
    expect(found.map(({ size }) => size)).toEqual([200, 200, 200]);
    const touched = sql<{
      count: number;
    }>`select count(*) as count from utterance_vectors where used_at > now() - interval '1 day'`;
    expect((await touched.execute(connection.db)).rows).toEqual([{ count: 200 }]);
  }
  await connection.close();
  await database.drop();
});
