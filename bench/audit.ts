// How long it takes to find the one entry among a million of the audit log that somebody changed behind Parley's back.
import { sql } from "kysely";
import { insertAccount } from "../apps/server/src/accounts/index.ts";
import { auditHash, firstHash } from "../apps/server/src/audit-log/record.ts";
import { verifyAuditLog } from "../apps/server/src/audit-log/verify.ts";
import type { Database } from "../apps/server/src/platform/database.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import { withDatabase } from "./database.ts";
import type { Bench } from "./measure.ts";

const entries = Number(process.env["BENCH_ENTRIES"] ?? 1_000_000);
const mostSeconds = 10;
const atOnce = 5_000;

export const bench: Bench = {
  name: "audit",
  goal: `the one bad entry among 1,000,000 is named within ${mostSeconds} s`,
  run: () =>
    withDatabase(async (connection) => {
      const { db } = connection;
      const accountId = await db.transaction().execute((tx) => insertAccount(tx, { name: "A million" }));
      const begun = performance.now();
      await fill(db, accountId);
      console.log(`filled in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
      // Only its owner can do this; the role of the server cannot.
      await sql`alter table audit_log disable trigger all`.execute(db);
      const table = [];
      for (const { name, tamper, bad } of tamperings(accountId)) {
        const spent = await db
          .transaction()
          .execute(async (tx) => {
            for (const statement of tamper) await statement.execute(tx);
            const [from, cpu] = [performance.now(), process.cpuUsage()];
            const { firstBad } = await verifyAuditLog(tx);
            if (firstBad?.sequence !== bad)
              throw new Error(`${name}: entry ${firstBad?.sequence} was named.`);
            const { user, system } = process.cpuUsage(cpu);
            throw new Undone((performance.now() - from) / 1_000, (user + system) / 1e6);
          })
          .catch((error: unknown) => {
            if (error instanceof Undone) return error;
            throw error;
          });
        table.push({
          tampering: name,
          "first bad entry": bad ?? "none",
          seconds: spent.wall.toFixed(1),
          "processor seconds": spent.cpu.toFixed(1),
        });
      }
      const slowest = Math.max(...table.map((row) => Number(row.seconds)));
      return {
        table,
        figure: `${slowest} s for ${entries} entries`,
        passed: slowest <= mostSeconds && entries >= 1_000_000,
      };
    }),
};

/** Takes the transaction back that was tampered in. */
class Undone extends Error {
  readonly wall: number;
  readonly cpu: number;
  constructor(wall: number, cpu: number) {
    super("undone");
    this.wall = wall;
    this.cpu = cpu;
  }
}

/** Near the end, so that nearly everything has to be read. */
function tamperings(accountId: string) {
  const at = entries - 10;
  const entry = sql`account_id = ${accountId} and sequence = ${at}`;
  return [
    { name: "none", tamper: [], bad: undefined },
    { name: "changed", tamper: [sql`update audit_log set object_name = 'Else' where ${entry}`], bad: at },
    { name: "deleted", tamper: [sql`delete from audit_log where ${entry}`], bad: at + 1 },
    {
      name: "two exchanged",
      tamper: [
        sql`update audit_log set sequence = -sequence
          where account_id = ${accountId} and sequence in (${at}, ${at + 1})`,
        sql`update audit_log set sequence = ${2 * at + 1} + sequence
          where account_id = ${accountId} and sequence < 0`,
      ],
      bad: at,
    },
    {
      name: "one put in",
      tamper: [
        sql`insert into audit_log
          select (jsonb_populate_record(a, jsonb_build_object('id', ${newId()}::text, 'sequence', ${entries + 1}::int))).*
          from audit_log a where ${entry}`,
      ],
      bad: entries + 1,
    },
  ];
}

async function fill(db: Database, accountId: string): Promise<void> {
  const { id: productId } = await db
    .selectFrom("products")
    .select("id")
    .where("name", "=", "organization")
    .executeTakeFirstOrThrow();
  let previous = firstHash;
  const start = Date.now() - entries * 1_000;
  for (let first = 1; first <= entries; first += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, entries - first + 1) }, (_, index) => {
      const sequence = first + index;
      const row = {
        id: newId(),
        account_id: accountId,
        sequence,
        user_id: null,
        product_id: productId,
        project_id: null,
        application_id: "console",
        action: "team.updated",
        object_type: "team",
        object_id: newId(),
        object_name: `Team ${sequence % 977}`,
        detail: {
          message: `changed the team Team ${sequence % 977}`,
          before: { name: `Team ${sequence % 97}`, members: sequence % 12, role: "member" },
          after: { name: `Team ${sequence % 977}`, members: sequence % 13, role: "member" },
        },
        previous_hash: previous,
        created_at: new Date(start + sequence * 1_000).toISOString(),
      };
      const hash = auditHash(row);
      previous = hash;
      return { ...row, hash };
    });
    await sql`insert into audit_log (id, account_id, sequence, user_id, product_id, project_id, application_id, action,
        object_type, object_id, object_name, detail, previous_hash, hash, created_at)
      select id, account_id, sequence, user_id, product_id, project_id, application_id, action,
        object_type, object_id, object_name, detail, previous_hash, hash, created_at
      from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(rows)}::jsonb)`.execute(db);
  }
  await sql`vacuum analyze audit_log`.execute(db);
}
