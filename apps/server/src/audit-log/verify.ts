// Walks every account's chain of entries from the first to the last and says where it breaks.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
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

const batch = 1_000;

export async function verifyAuditLog(db: Db): Promise<Verification> {
  const { rows: accounts } = await sql<{ id: string; name: string }>`
    select id, name from accounts order by name, id`.execute(db);
  let entries = 0;
  for (const account of accounts) {
    let previous = { sequence: 0, hash: firstHash };
    for (;;) {
      const rows = await entriesAfter(db, account.id, previous.sequence);
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
          return { accounts: accounts.length, entries, firstBad };
        }
        previous = { sequence: row.sequence, hash: row.hash };
        entries += 1;
      }
      if (rows.length < batch) break;
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

async function entriesAfter(db: Db, accountId: string, sequence: number): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select id, account_id, sequence, user_id, product_id, project_id, application_id, action, object_type, object_id,
      object_name, detail, previous_hash, hash, created_at
    from audit_log where account_id = ${accountId} and sequence > ${sequence}
    order by sequence limit ${batch}`.execute(db);
  return rows;
}
