// Writes an audit entry in the transaction of the change it describes, chained per account: each
// entry's hash covers the one before it, so that a changed or missing row shows.
import { hash } from "node:crypto";
import { sql } from "kysely";
import { canonicalJson } from "#platform/canonical.ts";
import { atEndOf } from "#platform/change.ts";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { statement } from "#platform/statement.ts";

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
  await atEndOf(tx, entry.accountId, () => write(tx, ctx, entry));
}

interface ChainEnd {
  readonly sequence: number | null;
  readonly hash: string | null;
  readonly product_id: string;
  /** The database's: entries of servers whose clocks differ are still in one order. */
  readonly now: Date;
}

const endOfChain = statement(
  ({ account, product }: { account: string; product: string }) =>
    sql<ChainEnd>`select * from end_of_audit_chain(${account}::uuid, ${product})`,
);

/** From its first line to the end of the transaction all other writers of the account's chain wait. */
async function write(tx: Tx, { viewer }: AuditContext, entry: AuditEntry): Promise<void> {
  const product = entry.product ?? "organization";
  const [end] = await endOfChain(tx, { account: entry.accountId, product });
  if (!end) throw new Error(`There is no product ${product}.`);
  const row = {
    id: newId(),
    account_id: entry.accountId,
    sequence: (end.sequence ?? 0) + 1,
    user_id: viewer.userId ?? null,
    product_id: end.product_id,
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
    previous_hash: end.hash ?? firstHash,
    created_at: end.now.toISOString(),
  };
  await tx
    .with("entry", (db) => db.insertInto("audit_log").values({ ...row, hash: auditHash(row) }))
    .insertInto("outbox")
    .values({ topic: "audit-log", payload: JSON.stringify({ accountId: entry.accountId }) })
    .execute();
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
  /** As toISOString() writes it. */
  created_at: string;
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
    row.created_at,
  ];
  return hash("sha256", JSON.stringify(fields));
}
