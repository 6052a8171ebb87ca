// Changing how the people of an account sign in (decision 024).
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Delta } from "#domains/audit-log";
import { clientSecretBinding } from "#domains/identity";
import type {
  AccountAuthMethodSettingsInput,
  CustomAuthMethodInput,
  DefaultAuthMethodInput,
} from "#generated/resolvers.ts";
import type { Tx } from "#platform/database.ts";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { lastFour } from "#platform/secrets/secrets.ts";
import type { Context } from "../context.ts";
import { connectionDraft } from "./connection-draft.ts";
import { effectiveAuthMethodSettings, linkCounts, ownAuthMethodSettings } from "./login-method-queries.ts";

export interface LoginMethodChange {
  readonly settings?: readonly (AccountAuthMethodSettingsInput | DefaultAuthMethodInput)[] | null | undefined;
  readonly connections?: readonly CustomAuthMethodInput[] | null | undefined;
  readonly inherit?: boolean | null | undefined;
}

export async function saveLoginMethods(
  tx: Tx,
  ctx: Context,
  accountId: string,
  change: LoginMethodChange,
): Promise<Delta[]> {
  const hasEdits = (change.settings?.length ?? 0) + (change.connections?.length ?? 0) > 0;
  if (!hasEdits && !change.inherit) return [];
  await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(tx);
  const before = await activeNames(tx, accountId);
  if (change.inherit) await inherit(tx, accountId);
  else {
    await stateOwn(tx, accountId);
    const edited: string[] = [];
    for (const [index, connection] of (change.connections ?? []).entries()) {
      edited.push(await saveConnection(tx, ctx, accountId, connection, `customAuthMethods.${index}`));
    }
    for (const [index, setting] of (change.settings ?? []).entries()) {
      await saveSetting(tx, accountId, setting, `accountAuthMethodSettings.${index}`);
    }
    await keepOneWorking(tx, accountId, ctx.identity !== undefined);
    const after = await activeNames(tx, accountId);
    return [difference(before, after), { what: "connections", added: edited, removed: [] }];
  }
  return [difference(before, await activeNames(tx, accountId))];
}

function difference(before: readonly string[], after: readonly string[]): Delta {
  return {
    what: "login methods",
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
  };
}

async function activeNames(tx: Tx, accountId: string): Promise<string[]> {
  const [settings] = await effectiveAuthMethodSettings(tx, [accountId]);
  return (settings ?? []).filter((row) => row.isActive).map((row) => row.name);
}

/** An account that inherits gets rows of its own, as they are above, before they can differ. */
async function stateOwn(tx: Tx, accountId: string): Promise<void> {
  const [own] = await ownAuthMethodSettings(tx, [accountId]);
  if (own && own.length > 0) return;
  const [inherited] = await effectiveAuthMethodSettings(tx, [accountId]);
  for (const row of inherited ?? []) {
    await tx
      .insertInto("account_auth_method_settings")
      .values({
        id: newId(),
        account_id: accountId,
        is_active: row.isActive,
        is_default: row.isDefault,
        auth_method_id: row.authMethodId,
        custom_auth_method_id: row.customAuthMethodId,
      })
      .execute();
  }
}

async function inherit(tx: Tx, accountId: string): Promise<void> {
  const { rows } =
    await sql`select 1 from accounts where id = ${accountId} and parent_id is not null`.execute(tx);
  if (rows.length === 0)
    throw new Invalid("inheritAuthMethods", "There is no organisation above to inherit from.");
  await tx.deleteFrom("account_auth_method_settings").where("account_id", "=", accountId).execute();
}

async function saveConnection(
  tx: Tx,
  ctx: Context,
  accountId: string,
  input: CustomAuthMethodInput,
  at: string,
): Promise<string> {
  if (input.id && input.isRemoved) return removeConnection(tx, accountId, input.id);
  const { stored, values, providerId } = await connectionDraft(tx, accountId, input, at);
  const id = stored?.id ?? newId();
  const row = {
    name: values.name,
    client_id: values.clientId,
    issuer_url: values.issuerURL,
    email_attribute: values.emailAttribute,
    username_attribute: values.usernameAttribute,
    entity_issuer: values.entityIssuer,
    settings: JSON.stringify(values.settings),
    updated_by: ctx.viewer.userId ?? null,
    ...secretColumns(ctx, accountId, id, input.clientSecret),
  };
  if (stored) {
    await tx
      .updateTable("custom_auth_methods")
      .set({ ...row, version: stored.version + 1, updated_at: new Date() })
      .where("id", "=", id)
      .execute();
  } else {
    await tx
      .insertInto("custom_auth_methods")
      .values({
        ...row,
        id,
        account_id: accountId,
        type: values.type,
        provider_id: providerId ?? providerIdFor(values.name),
      })
      .execute();
  }
  await saveSetting(
    tx,
    accountId,
    { customAuthMethodId: id, isActive: input.isActive ?? null, isDefault: input.isDefault ?? null },
    at,
    stored === undefined,
  );
  return values.name;
}

async function removeConnection(tx: Tx, accountId: string, id: string): Promise<string> {
  const removed = isId(id)
    ? await tx
        .deleteFrom("custom_auth_methods")
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .returning("name")
        .executeTakeFirst()
    : undefined;
  if (!removed) throw new NotFound("login method");
  return removed.name;
}

function secretColumns(ctx: Context, accountId: string, id: string, secret: string | null | undefined) {
  if (secret === null || secret === undefined || secret === "") return {};
  if (secret.length > 2_000) throw new Invalid("clientSecret", "Use at most 2000 characters.");
  return {
    client_secret_encrypted: ctx.secrets.encryptSecret(secret, clientSecretBinding(accountId, id)),
    client_secret_hint: lastFour(secret),
    client_secret_set_at: new Date(),
  };
}

function providerIdFor(name: string): string {
  const slug = name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
  return `${slug || "login"}-${randomBytes(4).toString("hex")}`;
}

async function saveSetting(
  tx: Tx,
  accountId: string,
  input: { readonly [K in keyof AccountAuthMethodSettingsInput]?: AccountAuthMethodSettingsInput[K] },
  at: string,
  isNew = false,
): Promise<void> {
  const [own] = await ownAuthMethodSettings(tx, [accountId]);
  const stored = own?.find((row) =>
    input.id
      ? row.id === input.id
      : input.authMethodId
        ? row.authMethodId === input.authMethodId
        : row.customAuthMethodId === input.customAuthMethodId,
  );
  const id = stored?.id ?? newId();
  if (input.isDefault) {
    await sql`update account_auth_method_settings set is_default = false where account_id = ${accountId}`.execute(
      tx,
    );
  }
  if (!stored) {
    if (input.id) throw new NotFound("login method");
    await requireKnownMethod(tx, accountId, input, at);
    await tx
      .insertInto("account_auth_method_settings")
      .values({
        id,
        account_id: accountId,
        auth_method_id: input.authMethodId ?? null,
        custom_auth_method_id: input.customAuthMethodId ?? null,
        // A connection nobody has tried is off until somebody says otherwise.
        is_active: input.isActive ?? !isNew,
        is_default: input.isDefault ?? false,
      })
      .execute();
    return;
  }
  await tx
    .updateTable("account_auth_method_settings")
    .set({
      is_active: input.isActive ?? stored.isActive,
      is_default: input.isDefault ?? stored.isDefault,
      updated_at: new Date(),
    })
    .where("id", "=", id)
    .execute();
}

async function requireKnownMethod(
  tx: Tx,
  accountId: string,
  input: { authMethodId?: string | null | undefined; customAuthMethodId?: string | null | undefined },
  at: string,
): Promise<void> {
  const [method, custom] = [input.authMethodId, input.customAuthMethodId];
  if (!method === !custom) throw new Invalid(at, "Name one login method.");
  if (!isId(method ?? custom)) throw new NotFound("login method");
  const { rows } = method
    ? await sql`select 1 from default_auth_methods where id = ${method}`.execute(tx)
    : await sql`select 1 from custom_auth_methods where id = ${custom ?? null} and account_id = ${accountId}`.execute(
        tx,
      );
  if (rows.length === 0) throw new NotFound("login method");
}

/** Built-in methods work by themselves; a connection counts once somebody has signed in with it. */
async function keepOneWorking(tx: Tx, accountId: string, isOwnProvider: boolean): Promise<void> {
  const { rows } = await sql<{ id: string; isDefault: boolean; isBuiltIn: boolean }>`
    select s.id, s.is_default as "isDefault", s.auth_method_id is not null as "isBuiltIn"
    from account_auth_method_settings s where s.account_id = ${accountId} and s.is_active
    order by s.is_default desc, s.auth_method_id is null, s.created_at, s.id`.execute(tx);
  const links = await linkCounts(
    tx,
    rows.map((row) => row.id),
    isOwnProvider,
  );
  if (!rows.some((row, index) => row.isBuiltIn || (links[index] ?? 0) > 0)) {
    throw new Conflict(
      "The last working login method cannot be switched off: nobody could sign in any more. A connection counts once somebody has linked it.",
      { field: "accountAuthMethodSettings" },
    );
  }
  if (rows.some((row) => row.isDefault)) return;
  await sql`update account_auth_method_settings set is_default = false where account_id = ${accountId}`.execute(
    tx,
  );
  await sql`update account_auth_method_settings set is_default = true where id = ${rows[0]?.id ?? null}`.execute(
    tx,
  );
}
