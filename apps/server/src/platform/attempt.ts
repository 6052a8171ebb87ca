import { sql } from "kysely";
import { markEndings } from "./change.ts";
import type { Tx } from "./database.ts";
import { PublicError } from "./errors.ts";

/** One item of many in the same transaction: when it is refused, only its own writes are taken back. */
export async function attempt<T>(
  tx: Tx,
  work: () => Promise<T>,
): Promise<{ value: T; refusal?: undefined } | { refusal: PublicError }> {
  const forgetEndings = markEndings(tx);
  await sql`savepoint item`.execute(tx);
  try {
    const value = await work();
    await sql`release savepoint item`.execute(tx);
    return { value };
  } catch (error) {
    forgetEndings();
    await sql`rollback to savepoint item`.execute(tx);
    if (error instanceof PublicError) return { refusal: error };
    throw error;
  }
}
