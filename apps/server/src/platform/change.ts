// Every mutation writes through change(): one transaction that holds the change itself, its audit
// entry and its outbox row, and at most one effect per idempotency key.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { canonicalJson } from "./canonical.ts";
import type { Database, Tx } from "./database.ts";
import { Conflict } from "./errors.ts";

export interface ChangeContext {
  readonly db: Database;
  readonly viewer: KeyOwner;
  /** From the Idempotency-Key header; undefined when the caller sent none. */
  readonly idempotencyKey: string | undefined;
  /** The root field that is running and its arguments, set by graphql.ts before each mutation. */
  operation: { field: string; args: unknown; changes: number } | undefined;
  /** Lets writers of one organisation take turns before they take a connection; absent: at once. */
  readonly inTurn?: InTurn | undefined;
  /** Set when the answer was replayed and nothing was written again. */
  isReplay?: boolean;
}

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface KeyOwner {
  readonly userId: string | undefined;
  readonly isAdminSecret: boolean;
}

/** Whose a key is: a person's, or that of the operator's own calls, who is no person. */
export function ownerOfKeys({ userId, isAdminSecret }: KeyOwner): string | undefined {
  return userId ?? (isAdminSecret ? "00000000-0000-0000-0000-000000000000" : undefined);
}

export async function change<T>(ctx: ChangeContext, write: (tx: Tx) => Promise<T>): Promise<T> {
  const claim = claimOf(ctx);
  const run = () =>
    ctx.db.transaction().execute(async (tx) => {
      const ends: Ending[] = [];
      endings.set(tx, ends);
      if (!claim) {
        const result = await write(tx);
        await finish(ends);
        return result;
      }
      const replay = await claimKey(tx, claim);
      if (replay) {
        ctx.isReplay = true;
        // Stored as JSON by the first call of the same operation with the same arguments, so it is a T.
        return replay.response as T;
      }
      const result = await write(tx);
      await sql`update idempotency_keys set response = ${JSON.stringify({ response: result ?? null })}::jsonb
        where user_id = ${claim.userId} and key = ${claim.key}`.execute(tx);
      await finish(ends);
      return result;
    });
  return ctx.inTurn ? ctx.inTurn(run) : run();
}

interface Ending {
  readonly line: string;
  readonly write: () => Promise<void>;
}

const endings = new WeakMap<Tx, Ending[]>();

/**
 * For what makes others wait until the transaction has ended: in one of `change()` it is written last of all (decision
 * 249), in any other at once. What has the same line stays in its order.
 */
export async function atEndOf(tx: Tx, line: string, write: () => Promise<void>): Promise<void> {
  const ends = endings.get(tx);
  if (ends) ends.push({ line, write });
  else await write();
}

/** For a part of a change that may be taken back: answers what forgets all that was put aside since. */
export function markEndings(tx: Tx): () => void {
  const ends = endings.get(tx);
  const before = ends?.length ?? 0;
  return () => void ends?.splice(before);
}

/** In the same order by everybody: two that wait for one another's line would wait for ever. */
async function finish(ends: readonly Ending[]): Promise<void> {
  const inOrder = ends.toSorted((a, b) => (a.line < b.line ? -1 : Number(a.line > b.line)));
  for (const { write } of inOrder) await write();
}

interface Claim {
  readonly userId: string;
  readonly key: string;
  readonly operation: string;
  readonly requestHash: string;
}

function claimOf(ctx: ChangeContext): Claim | undefined {
  const userId = ownerOfKeys(ctx.viewer);
  if (!ctx.idempotencyKey || !userId || !ctx.operation) return undefined;
  const { field, args } = ctx.operation;
  const position = ctx.operation.changes++;
  return {
    userId,
    key: `${ctx.idempotencyKey}/${field}/${position}`,
    operation: field,
    // Canonical: a compiled and an interpreted query hand the same arguments over in different orders.
    requestHash: createHash("sha256").update(canonicalJson(args)).digest("hex"),
  };
}

/** Waits for a concurrent call with the same key to commit, then answers its stored response. */
async function claimKey(tx: Tx, claim: Claim): Promise<{ response: unknown } | undefined> {
  const inserted = await sql`insert into idempotency_keys (user_id, key, operation, request_hash)
    values (${claim.userId}, ${claim.key}, ${claim.operation}, ${claim.requestHash})
    on conflict do nothing returning key`.execute(tx);
  if (inserted.rows.length > 0) return undefined;
  const { rows } = await sql<{ request_hash: string; response: { response: unknown } | null }>`
    select request_hash, response from idempotency_keys
    where user_id = ${claim.userId} and key = ${claim.key}`.execute(tx);
  const stored = rows[0];
  if (!stored?.response || stored.request_hash !== claim.requestHash) {
    throw new Conflict("This idempotency key was already used for a different request.");
  }
  return stored.response;
}
