// What an organisation wants to find in its log: how its people's ways in changed, and what was refused
// at its connections. A person without an organisation has no log to write to.
import { sql } from "kysely";
import { recordAudit } from "#domains/audit-log";
import type { Tx } from "#platform/database.ts";
import type { Connection } from "./connections.ts";
import type { Provider } from "./context.ts";
import { ProviderError } from "./errors.ts";
import { takeTries } from "./rate-limits.ts";

export async function auditOwnChange(tx: Tx, userId: string, action: string, message: string): Promise<void> {
  const { rows } = await sql<{ account_id: string; name: string }>`
    select coalesce(u.default_account_id, m.account_id) as account_id, u.first_name || ' ' || u.last_name as name
    from users u left join account_users m on m.user_id = u.id
    where u.id = ${userId} and coalesce(u.default_account_id, m.account_id) is not null
    order by m.account_id limit 1`.execute(tx);
  const home = rows[0];
  if (home === undefined) return;
  await recordAudit(
    tx,
    { viewer: { userId }, hasAudited: false },
    {
      accountId: home.account_id,
      action,
      objectType: "user",
      objectId: userId,
      objectName: home.name,
      message,
    },
  );
}

/** A few a minute: whoever sends rubbish must not be able to bury the rest of the log under it. */
const refusalsKept = { burst: 10, everyMs: 60_000 };

export async function auditRefusal(
  provider: Provider,
  connection: Connection,
  reason: string,
): Promise<void> {
  try {
    await takeTries(provider, [{ name: `refusals of ${connection.id}`, limit: refusalsKept }]);
  } catch (error) {
    if (error instanceof ProviderError) return;
    throw error;
  }
  await provider.db.transaction().execute((tx) =>
    recordAudit(
      tx,
      { viewer: { userId: undefined }, hasAudited: false },
      {
        accountId: connection.accountId,
        action: "login_method.refused",
        objectType: "login_method",
        objectId: connection.id,
        objectName: connection.name,
        message: `refused an answer from ${connection.name}: ${reason.slice(0, 300)}`,
      },
    ),
  );
}
