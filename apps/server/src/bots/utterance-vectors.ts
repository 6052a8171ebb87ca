// Vectors of utterances, kept in the database between trainings (decision 047).
import { sql } from "kysely";
import type { VectorStore } from "#domains/nlu";
import type { Db } from "#platform/database.ts";

const AT_ONCE = 1_000;
/** Used within this time they are left alone: a training should not write a row for each of its utterances. */
const TOUCHED_EVERY = "30 days";

export function vectorStore(db: Db): VectorStore {
  return {
    async find(encoder, hashes) {
      const found = new Map<string, Buffer>();
      for (let at = 0; at < hashes.length; at += AT_ONCE) {
        const wanted = hashes.slice(at, at + AT_ONCE);
        const { rows } = await sql<{ text_hash: Buffer; vector: Buffer }>`
          select text_hash, vector from utterance_vectors
          where encoder = ${encoder} and text_hash = any(${wanted}::bytea[])`.execute(db);
        for (const row of rows) found.set(row.text_hash.toString("hex"), row.vector);
        // Another training that touches the same ones does it for both.
        await sql`update utterance_vectors set used_at = now() where encoder = ${encoder} and text_hash in (
          select text_hash from utterance_vectors where encoder = ${encoder} and text_hash = any(${wanted}::bytea[])
            and used_at < now() - ${TOUCHED_EVERY}::interval for update skip locked)`.execute(db);
      }
      return found;
    },
    async keep(encoder, entries) {
      if (entries.length === 0) return;
      // In the order of their keys, so that no two trainings wait for each other.
      const sorted = entries.toSorted((a, b) => Buffer.compare(a.hash, b.hash));
      await db
        .insertInto("utterance_vectors")
        .values(sorted.map(({ hash, vector }) => ({ encoder, text_hash: hash, vector })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}
