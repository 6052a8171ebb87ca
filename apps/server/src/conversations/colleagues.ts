// Who sits at the desk of a project.
import { holdersOf } from "#access/viewer.ts";
import { effectiveRoles } from "#domains/access-lens";
import type { Db } from "#platform/database.ts";

export interface Colleague {
  readonly userId: string;
  readonly name: string;
}

const most = 1_000;

/** Everybody who may answer, once each, by name. */
export async function deskColleagues(
  db: Db,
  { accountId, projectId }: { accountId: string; projectId: string },
): Promise<Colleague[]> {
  const filter = { projectId, roleKeys: holdersOf("conversation.answer") };
  const rows = await effectiveRoles(db, accountId, filter, { limit: most, offset: 0 });
  const names = new Map(rows.map(({ userId, displayName }) => [userId, displayName.trim()]));
  return [...names].map(([userId, name]) => ({ userId, name }));
}
