// Walks every account's chain of entries from the first to the last and says where it breaks.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { statement } from "#platform/statement.ts";
import { auditHash, firstHash } from "./record.ts";

export interface AuditBreak {
  readonly accountId: string;
  readonly accountName: string;
  readonly sequence: number;
  readonly entryId: string;
  readonly problem: string;
}

export interface Verification {
  readonly accounts: number;
  readonly entries: number;
  /** The first bad row of the first account that has one, by name. */
  readonly firstBad: AuditBreak | undefined;
}

type StoredEntry = Parameters<typeof auditHash>[0] & { hash: string };

const batch = 500;

export async function verifyAuditLog(db: Db): Promise<Verification> {
  const { rows: accounts } = await sql<{ id: string; name: string }>`
    select id, name from accounts order by name, id`.execute(db);
  let entries = 0;
  for (const account of accounts) {
    let previous = { sequence: 0, hash: firstHash };
    let coming = entriesAfter(db, { accountId: account.id, sequence: 0 });
    for (;;) {
      const rows = await coming;
      const last = rows.length < batch ? undefined : rows.at(-1);
      // The database reads on while these are looked at.
      if (last) coming = entriesAfter(db, { accountId: account.id, sequence: last.sequence });
      for (const row of rows) {
        const problem = problemOf(row, previous);
        if (problem) {
          const firstBad = {
            accountId: account.id,
            accountName: account.name,
            sequence: row.sequence,
            entryId: row.id,
            problem,
          };
          await coming;
          return { accounts: accounts.length, entries, firstBad };
        }
        previous = { sequence: row.sequence, hash: row.hash };
        entries += 1;
      }
      if (!last) break;
    }
  }
  return { accounts: accounts.length, entries, firstBad: undefined };
}

function problemOf(row: StoredEntry, previous: { sequence: number; hash: string }): string | undefined {
  if (row.sequence !== previous.sequence + 1) {
    const gap = row.sequence - previous.sequence - 1;
    return `${gap} ${gap === 1 ? "entry is" : "entries are"} missing before it`;
  }
  if (row.previous_hash !== previous.hash) return "it does not follow the entry before it";
  if (auditHash(row) !== row.hash) return "it was changed after it was written";
  return undefined;
}

const entriesAfter = statement(
  ({ accountId, sequence }: { accountId: string; sequence: number }) => sql<StoredEntry>`
    select id, account_id, sequence, user_id, product_id, project_id, application_id, action, object_type, object_id,
      object_name, detail, previous_hash, hash,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    from audit_log where account_id = ${accountId} and sequence > ${sequence}
    order by sequence limit ${batch}`,
);
