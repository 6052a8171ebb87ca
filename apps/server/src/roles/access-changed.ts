import type { Tx } from "#platform/database.ts";
import { publish } from "#platform/live.ts";

/** Every open subscription of these people asks about access again before it says anything more. */
export async function announceAccessChange(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await publish(tx, "access-changed", { userIds: [...new Set(userIds)] });
}
