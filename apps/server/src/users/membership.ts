// Seats in an account: adding people, one or many, and removing them.
import { sql } from "kysely";
import { requireRoomFor } from "#domains/accounts";
import {
  administeredAccounts,
  announceAccessChange,
  keepAdministrators,
  requireGrantable,
} from "#domains/roles";
import type { Viewer } from "#access/viewer.ts";
import type { Tx } from "#platform/database.ts";
import { Forbidden } from "#platform/errors.ts";
import { emailAddress, requiredText } from "#platform/input.ts";
import { addJob } from "#platform/jobs.ts";
import type { Services } from "../context.ts";
import { insertUser } from "./create.ts";
import { findUserByEmail } from "./queries.ts";

export interface NewPerson {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface AddedPerson {
  readonly userId: string;
  readonly outcome: "CREATED" | "ADDED" | "ALREADY_MEMBER";
}

export function checkedPerson(person: NewPerson): NewPerson {
  return {
    userName: emailAddress("userName", person.userName),
    firstName: requiredText("firstName", person.firstName, "a first name"),
    lastName: requiredText("lastName", person.lastName, "a last name"),
  };
}

/** Somebody Parley already knows keeps their name and gets a seat; anybody else is created and invited. */
export async function addPerson(
  tx: Tx,
  services: Pick<Services, "identity">,
  accountId: string,
  person: NewPerson,
  invitedBy: string | undefined,
): Promise<AddedPerson> {
  // Two people adding the same address at once: the second one finds the person.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`user ${person.userName}`}, 0))`.execute(tx);
  const known = await findUserByEmail(tx, person.userName);
  if (known) {
    const seat = await tx
      .selectFrom("account_users")
      .select("user_id")
      .where("account_id", "=", accountId)
      .where("user_id", "=", known.id)
      .executeTakeFirst();
    if (seat) return { userId: known.id, outcome: "ALREADY_MEMBER" };
  }
  await requireRoomFor(tx, accountId, "users");
  if (known) {
    await tx.insertInto("account_users").values({ account_id: accountId, user_id: known.id }).execute();
    await sql`update users set default_account_id = ${accountId}
      where id = ${known.id} and default_account_id is null`.execute(tx);
    await announceAccessChange(tx, [known.id]);
    return { userId: known.id, outcome: "ADDED" };
  }
  const userId = await insertUser(tx, services, { ...person, accountId });
  await invite(tx, accountId, userId, invitedBy);
  return { userId, outcome: "CREATED" };
}

export async function invite(
  tx: Tx,
  accountId: string,
  userId: string,
  invitedBy: string | undefined,
): Promise<void> {
  await addJob(tx, {
    kind: "user.invite",
    accountId,
    objectId: userId,
    payload: { accountId, userId, invitedBy: invitedBy ?? null },
    // With the pauses between them more than two hours: a mail server may be away for a while.
    maxAttempts: 13,
    createdBy: invitedBy,
  });
}

/** Takes the seat with all that was held in the account: roles, projects, and the account's teams. */
export async function removePerson(tx: Tx, viewer: Viewer, accountId: string, userId: string): Promise<void> {
  if (userId === viewer.userId) throw new Forbidden("Nobody removes themselves. Ask another administrator.");
  const { rows: held } = await sql<{ key: string; name: string; projectId: string | null }>`
    select r.key, r.name, g.project_id as "projectId" from role_grants g join roles r on r.id = g.role_id
    where g.user_id = ${userId} and g.account_id = ${accountId}`.execute(tx);
  for (const role of held) {
    const place = role.projectId === null ? { accountId } : { accountId, projectId: role.projectId };
    await requireGrantable(viewer, place, [role]);
  }
  const watched = [accountId, ...(await administeredAccounts(tx, [userId]))];
  await keepAdministrators(tx, watched, async () => {
    await sql`delete from user_projects where user_id = ${userId} and account_id = ${accountId}`.execute(tx);
    await sql`delete from team_members where user_id = ${userId}
      and team_id in (select id from teams where account_id = ${accountId})`.execute(tx);
    await sql`delete from account_users where user_id = ${userId} and account_id = ${accountId}`.execute(tx);
  });
  await sql`update accounts set account_manager_id = null
    where id = ${accountId} and account_manager_id = ${userId}`.execute(tx);
  // The home moves to another organisation the person still sits in, the oldest seat first.
  await sql`update users set default_account_id = (
      select account_id from account_users where user_id = ${userId} order by created_at, account_id limit 1)
    where id = ${userId} and default_account_id = ${accountId}`.execute(tx);
  await announceAccessChange(tx, [userId]);
}
