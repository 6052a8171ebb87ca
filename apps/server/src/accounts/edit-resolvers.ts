import { sql } from "kysely";
import { can, requireAccess, requireAdminSecret } from "#access/viewer.ts";
import {
  deltaSentence,
  deltaValues,
  fieldWords,
  hasChanges,
  nothingToAudit,
  recordAudit,
} from "#domains/audit-log";
import { announceAccessChange } from "#domains/roles";
import type {
  MutationCreateAccountArgs,
  MutationUpdateAccountArgs,
  Resolvers,
} from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Tx } from "#platform/database.ts";
import { Conflict, Forbidden } from "#platform/errors.ts";
import { requiredText } from "#platform/input.ts";
import { timeOf } from "#platform/read-time.ts";
import { changedFields, refuseStale } from "#platform/versions.ts";
import type { Context } from "../context.ts";
import { insertAccount } from "./create.ts";
import { accountEdits, type AccountValues, requireFreeName } from "./edit.ts";
import { requireRoomFor } from "./limits.ts";
import { saveLoginMethods } from "./login-methods.ts";
import { accountsByIds, type AccountRow } from "./queries.ts";
import { existingAccount } from "./resolvers.ts";

export const editResolvers: Resolvers = {
  Mutation: {
    async createAccount(_, args, ctx) {
      const parentId = args.parentAccountId ?? undefined;
      if (parentId === undefined) requireAdminSecret(ctx.viewer);
      else await requireAccess(ctx.viewer, "account.create", { accountId: parentId });
      const name = requiredText("accountName", args.accountName, "a name for the organisation");
      const id = await change(ctx, (tx) => create(tx, ctx, parentId, name, args));
      return existingAccount(ctx, id);
    },
    async updateAccount(_, args, ctx) {
      await requireAccess(ctx.viewer, "account.update", { accountId: args.id });
      const account = await existingAccount(ctx, args.id);
      if (args.resourceLimitSettings != null || args.status != null) {
        // Limits and status come from above: nobody lifts their own.
        const isAllowed = await can(ctx.viewer, "account.update", {
          accountId: account.parentId ?? account.id,
        });
        if (!isAllowed)
          throw new Forbidden("Limits and status are set by an administrator of the organisation above.");
      }
      if (args.accountAuthMethodSettings || args.customAuthMethods || args.inheritAuthMethods) {
        await requireAccess(ctx.viewer, "account.manage-login-methods", { accountId: account.id });
      }
      await change(ctx, (tx) => update(tx, ctx, account.id, args));
      ctx.loaders.clear();
      return existingAccount(ctx, account.id);
    },
    async deleteAccount(_, { id }, ctx) {
      await requireAccess(ctx.viewer, "account.delete", { accountId: id });
      const account = await existingAccount(ctx, id);
      await change(ctx, (tx) => remove(tx, ctx, account));
      return { id: account.id, name: account.name };
    },
  },
};

async function create(
  tx: Tx,
  ctx: Context,
  parentId: string | undefined,
  name: string,
  args: MutationCreateAccountArgs,
): Promise<string> {
  if (parentId) await requireRoomFor(tx, parentId, "childAccounts");
  await requireFreeName(tx, { parentId: parentId ?? null }, name, "accountName");
  const id = await insertAccount(tx, { name, parentId });
  const [account] = await accountsByIds(tx, [id]);
  if (!account) throw new Error("An account that was just saved is not there.");
  const edits = await accountEdits(tx, ctx.viewer.userId, account, withoutName(args));
  await write(tx, ctx, account, edits, account.version);
  const methods = await saveLoginMethods(tx, ctx, id, {
    settings: args.defaultAuthMethods,
    connections: args.customAuthMethods,
  });
  await recordAudit(tx, ctx, {
    accountId: id,
    action: "account.created",
    objectType: "account",
    objectId: id,
    objectName: name,
    message: `created the organisation ${name}`,
    after: { name, ...edits, ...deltaValues(methods, "added") },
  });
  return id;
}

function withoutName({
  picture,
  accountManagerId,
  accountIconId,
  generalSettings,
  resourceLimitSettings,
}: MutationCreateAccountArgs) {
  return { picture, accountManagerId, accountIconId, generalSettings, resourceLimitSettings };
}

async function update(tx: Tx, ctx: Context, id: string, args: MutationUpdateAccountArgs): Promise<void> {
  await sql`select 1 from accounts where id = ${id} for no key update`.execute(tx);
  const [account] = await accountsByIds(tx, [id]);
  if (!account) throw new Conflict("The organisation was deleted in the meantime.");
  const edits = await accountEdits(tx, ctx.viewer.userId, account, args);
  const changes = changedFields<AccountValues>(account, edits);
  const fields = Object.keys(changes);
  refuseStale(
    args.version,
    {
      version: account.version,
      updatedAt: timeOf(account.updatedAt),
      updatedByName: await lastEditor(tx, id),
    },
    changes,
  );
  if (fields.length > 0) await write(tx, ctx, account, changes, account.version + 1);
  const methods = await saveLoginMethods(tx, ctx, id, {
    settings: args.accountAuthMethodSettings,
    connections: args.customAuthMethods,
    inherit: args.inheritAuthMethods,
  });
  if (changes.status !== undefined) await announceAccessChange(tx, await peopleWithin(tx, id));
  if (fields.length === 0 && !hasChanges(methods)) return nothingToAudit(ctx);
  const parts = [fields.length > 0 ? `changed ${fieldWords(fields)}` : "", deltaSentence(methods)].filter(
    Boolean,
  );
  await recordAudit(tx, ctx, {
    accountId: id,
    action: fields.length === 0 ? "account.login-methods-changed" : "account.updated",
    objectType: "account",
    objectId: id,
    objectName: changes.name ?? account.name,
    message: `${parts.join("; ")} of the organisation ${changes.name ?? account.name}`,
    before: {
      ...Object.fromEntries(Object.entries(account).filter(([key]) => fields.includes(key))),
      ...deltaValues(methods, "removed"),
    },
    after: { ...changes, ...deltaValues(methods, "added") },
  });
}

async function write(
  tx: Tx,
  ctx: Context,
  account: AccountRow,
  values: Partial<AccountValues>,
  version: number,
): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({
      ...(values.name !== undefined && { name: values.name }),
      ...(values.picture !== undefined && { picture: values.picture }),
      ...(values.accountManagerId !== undefined && { account_manager_id: values.accountManagerId }),
      ...(values.accountIconId !== undefined && { account_icon_id: values.accountIconId }),
      ...(values.status !== undefined && { status: values.status }),
      ...(values.generalSettings && { general_settings: JSON.stringify(values.generalSettings) }),
      ...(values.resourceLimitSettings && {
        resource_limit_settings: JSON.stringify(values.resourceLimitSettings),
      }),
      version,
      updated_at: new Date(),
      updated_by: ctx.viewer.userId ?? null,
    })
    .where("id", "=", account.id)
    .execute();
}

async function remove(tx: Tx, ctx: Context, account: AccountRow): Promise<void> {
  if (account.parentId === null) throw new Conflict("The top organisation cannot be deleted.");
  await sql`select 1 from accounts where id = ${account.id} for update`.execute(tx);
  const { rows: blockers } = await sql<{ type: string; id: string; name: string }>`
    select 'account' as type, id, name from accounts where parent_id = ${account.id}
    union all select 'project', id, name from projects where account_id = ${account.id}
    order by type, name, id limit 100`.execute(tx);
  if (blockers.length > 0) {
    throw new Conflict(
      `${account.name} still holds ${blockers.map((item) => item.name).join(", ")}. Delete or move these first.`,
      { blockers },
    );
  }
  // The account's own log goes with it; its parent's keeps how long it was and how it ended.
  const { rows: chain } = await sql<{ entries: number; hash: string | null }>`
    select count(*) as entries, (array_agg(hash order by sequence desc))[1] as hash
    from audit_log where account_id = ${account.id}`.execute(tx);
  const people = await peopleWithin(tx, account.id);
  await sql`update users set default_account_id = (
      select seat.account_id from account_users seat
      where seat.user_id = users.id and seat.account_id <> ${account.id} order by seat.created_at limit 1)
    where default_account_id = ${account.id}`.execute(tx);
  // The parent's log is written below, and without this account nothing leads to the parent any more.
  ctx.viewer.scope.admit({ accountId: account.parentId });
  await tx.deleteFrom("accounts").where("id", "=", account.id).execute();
  await announceAccessChange(tx, people);
  await recordAudit(tx, ctx, {
    accountId: account.parentId,
    action: "account.deleted",
    objectType: "account",
    objectId: account.id,
    objectName: account.name,
    message: `deleted the organisation ${account.name}`,
    before: {
      name: account.name,
      auditEntries: chain[0]?.entries ?? 0,
      lastAuditHash: chain[0]?.hash ?? null,
    },
  });
}

async function peopleWithin(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct user_id as id from account_users seat join accounts a on a.id = seat.account_id
    where a.path @> array[${accountId}]::uuid[]
    union select m.user_id from team_members m join team_accounts t on t.team_id = m.team_id
      join accounts a on a.id = t.account_id where a.path @> array[${accountId}]::uuid[]`.execute(tx);
  return rows.map((row) => row.id);
}

async function lastEditor(tx: Tx, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select e.first_name || ' ' || e.last_name as name from accounts a join users e on e.id = a.updated_by
    where a.id = ${accountId}`.execute(tx);
  return rows[0]?.name;
}
