// Writes an audit entry in the transaction of the change it describes, chained per account: each
// entry's hash covers the one before it, so that a changed or missing row shows.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { canonicalJson } from "#platform/canonical.ts";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";

export interface AuditEntry {
  readonly accountId: string;
  readonly projectId?: string | undefined;
  /** Name of the product it belongs to; organization unless said otherwise. */
  readonly product?: "organization" | "pro_studio" | "agent_assist" | "analytics";
  /** Verb in the past tense after the object type, such as `team.updated`. */
  readonly action: string;
  readonly objectType: string;
  readonly objectId?: string | undefined;
  readonly objectName?: string | undefined;
  /** A sentence without its subject: "added 2 members to the team Support". */
  readonly message: string;
  readonly before?: Record<string, unknown> | undefined;
  readonly after?: Record<string, unknown> | undefined;
}

interface AuditContext {
  readonly viewer: { readonly userId: string | undefined };
  hasAudited: boolean;
}

/** The call changed nothing, so that there is nothing to tell: a repeated save, an address nobody has. */
export function nothingToAudit(ctx: AuditContext): void {
  ctx.hasAudited = true;
}

export const firstHash = "0".repeat(64);

export async function recordAudit(tx: Tx, ctx: AuditContext, entry: AuditEntry): Promise<void> {
  ctx.hasAudited = true;
  // Serialises the writers of one account's chain until their transactions end.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${entry.accountId}`}, 0))`.execute(tx);
  const last = await tx
    .selectFrom("audit_log")
    .select(["sequence", "hash"])
    .where("account_id", "=", entry.accountId)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  const product = await tx
    .selectFrom("products")
    .select("id")
    .where("name", "=", entry.product ?? "organization")
    .executeTakeFirstOrThrow();
  const row = {
    id: newId(),
    account_id: entry.accountId,
    sequence: (last?.sequence ?? 0) + 1,
    user_id: ctx.viewer.userId ?? null,
    product_id: product.id,
    project_id: entry.projectId ?? null,
    application_id: "console",
    action: entry.action,
    object_type: entry.objectType,
    object_id: entry.objectId ?? null,
    object_name: entry.objectName ?? null,
    detail: JSON.stringify({
      message: entry.message,
      before: entry.before ?? null,
      after: entry.after ?? null,
    }),
    previous_hash: last?.hash ?? firstHash,
    created_at: await databaseTime(tx),
  };
  await tx
    .insertInto("audit_log")
    .values({ ...row, hash: auditHash(row) })
    .execute();
  await publish(tx, "audit-log", { accountId: entry.accountId });
}

/** Entries of servers whose clocks differ are still in one order. */
async function databaseTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx);
  return rows[0]?.now ?? new Date();
}

/** Over every column, in a fixed order; JSON detail in canonical form because jsonb reorders keys. */
export function auditHash(row: {
  id: string;
  account_id: string;
  sequence: number;
  user_id: string | null;
  product_id: string | null;
  project_id: string | null;
  application_id: string | null;
  action: string;
  object_type: string;
  object_id: string | null;
  object_name: string | null;
  detail: unknown;
  previous_hash: string;
  created_at: Date;
}): string {
  const detail: unknown = typeof row.detail === "string" ? JSON.parse(row.detail) : row.detail;
  const fields = [
    row.previous_hash,
    row.id,
    row.account_id,
    row.sequence,
    row.user_id,
    row.product_id,
    row.project_id,
    row.application_id,
    row.action,
    row.object_type,
    row.object_id,
    row.object_name,
    canonicalJson(detail),
    row.created_at.toISOString(),
  ];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}
