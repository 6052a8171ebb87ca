// Login methods of people: what their organisation offers, and what they have linked (decision 024).
import { sql } from "kysely";
import { effectiveAuthMethodSettings } from "#domains/accounts";
import type { Db } from "#platform/database.ts";

export interface UserAuthMethodRow {
  accountAuthMethodSettingsId: string | null;
  isCreationOne: boolean;
  isActive: boolean;
  name: string;
  providerId: string;
  isCustom: boolean;
  type: "DEFAULT" | "OIDC" | "SAML";
}

/**
 * The methods of each person's home organisation; isActive says that the person can sign in with it now.
 * `isOwnProvider`: the built-in provider is in use, so that its tables say what somebody has linked.
 */
export async function authMethodsOf(
  db: Db,
  userIds: readonly string[],
  isOwnProvider: boolean,
): Promise<UserAuthMethodRow[][]> {
  const people = await db
    .selectFrom("users")
    .select(["id", "default_account_id as accountId"])
    .where("id", "in", [...userIds])
    .execute();
  const accountIds = [...new Set(people.flatMap((person) => person.accountId ?? []))];
  const settings = await effectiveAuthMethodSettings(db, accountIds);
  const links = await db
    .selectFrom("user_auth_methods")
    .select([
      "user_id as userId",
      "account_auth_method_settings_id as settingId",
      "is_creation_one as isCreationOne",
    ])
    .where("user_id", "in", [...userIds])
    .execute();
  const credentials = await credentialsOf(db, userIds);
  return userIds.map((userId) => {
    const accountId = people.find((person) => person.id === userId)?.accountId;
    const offered = settings[accountIds.indexOf(accountId ?? "")] ?? [];
    return offered.map((setting) => {
      const link = links.find((row) => row.userId === userId && row.settingId === setting.id);
      const has = credentials.get(userId);
      // The provider knows who is linked with what; our own note is for a provider that is not ours to read.
      const canUse =
        setting.providerId === "code" || has?.has(setting.providerId) || (!isOwnProvider && link);
      return {
        accountAuthMethodSettingsId: setting.id,
        isCreationOne: link?.isCreationOne ?? false,
        isActive: setting.isActive && Boolean(canUse),
        name: setting.name,
        providerId: setting.providerId,
        isCustom: setting.customAuthMethodId !== null,
        type: setting.type,
      };
    });
  });
}

/** Which credentials the built-in provider holds: password, and the connections somebody is linked with. */
export async function credentialsOf(db: Db, userIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ id: string; provider: string }>`
    select identity_id as id, type as provider from identity_credentials
    where identity_id = any(${userIds}) and type = 'password'
    union all
    select identity_id, linked ->> 'provider'
    from identity_credentials, jsonb_array_elements(coalesce(config -> 'providers', '[]')) linked
    where identity_id = any(${userIds}) and type in ('oidc', 'saml')`.execute(db);
  const found = new Map<string, Set<string>>();
  for (const row of rows) found.set(row.id, (found.get(row.id) ?? new Set()).add(row.provider));
  return found;
}
