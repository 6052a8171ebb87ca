// What the sign-in page may know about an address before anybody has signed in: the policy of the organisation
// that owns the domain. Whether the address belongs to somebody plays no part (decision 024).
import { sql } from "kysely";
import { allowEveryone } from "#access/viewer.ts";
import { type AuthMethodSettingRow, effectiveAuthMethodSettings } from "#domains/accounts";
import type { Resolvers } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";
import { emailAddress } from "#platform/input.ts";
import type { Context } from "../context.ts";
import { authMethodsOf, type UserAuthMethodRow } from "./auth-methods.ts";
import { fileUrl } from "./picture.ts";
import { findUserByEmail } from "./queries.ts";

export const loginInfoResolvers: Resolvers = {
  Query: {
    async getLoginInfo(_, { email }, ctx) {
      allowEveryone(ctx.viewer);
      const address = emailAddress("email", email);
      const organization = await organisationOf(ctx, address);
      const policy = await methodsForAccount(ctx.db, organization?.id);
      const own = await ownMethods(ctx, address);
      return {
        email: address,
        passwordRecoveryStatus: own?.passwordRecoveryStatus ?? "NONE",
        authMethods: policy,
        recommendedAuthMethod: recommended(policy),
        registeredAuthMethods: (own?.methods ?? policy)
          .filter((method) => method.isActive)
          .map((method) => method.providerId),
        organization: organization ? { name: organization.name, logoUrl: organization.logoUrl } : null,
      };
    },
    async userSettingsLimited(_, { email }, ctx) {
      allowEveryone(ctx.viewer);
      const organisation = await organisationOf(ctx, emailAddress("email", email));
      return { recommendedAuthMethod: recommended(await methodsForAccount(ctx.db, organisation?.id)) };
    },
  },
};

/** Only the person themselves is told what they have linked. */
async function ownMethods(ctx: Context, address: string) {
  if (!ctx.viewer.userId) return undefined;
  const user = await findUserByEmail(ctx.db, address);
  if (user?.id !== ctx.viewer.userId) return undefined;
  const [methods] = await authMethodsOf(ctx.db, [user.id], ctx.identity !== undefined);
  return { passwordRecoveryStatus: user.passwordRecoveryStatus, methods: methods ?? [] };
}

/** The organisation that states the domain of the address; a picture from elsewhere is not shown before sign-in. */
async function organisationOf({ db, config }: Context, address: string) {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const { rows } = await sql<{ id: string; name: string; iconId: string | null }>`
    select a.id, a.name, f.public_id as "iconId" from accounts a
      left join files f on f.id = a.account_icon_id and not f.is_private
    where a.status = 'ACTIVE'
      and a.general_settings @> jsonb_build_object('emailDomains', jsonb_build_array(${domain}::text))
    order by cardinality(a.path) desc, a.id limit 1`.execute(db);
  const [found] = rows;
  return found && { ...found, logoUrl: fileUrl({ config }, found.iconId, null)?.url ?? null };
}

async function methodsForAccount(db: Db, accountId: string | undefined): Promise<UserAuthMethodRow[]> {
  const settings =
    accountId === undefined ? [] : ((await effectiveAuthMethodSettings(db, [accountId]))[0] ?? []);
  const active = settings.filter((setting) => setting.isActive);
  return active.length > 0 ? active.map(offered) : builtIn(db);
}

function offered(setting: AuthMethodSettingRow): UserAuthMethodRow {
  return {
    accountAuthMethodSettingsId: setting.id,
    isCreationOne: setting.isDefault,
    isActive: true,
    name: setting.name,
    providerId: setting.providerId,
    isCustom: setting.customAuthMethodId !== null,
    type: setting.type,
  };
}

/** For a domain nobody owns: the same shape, with the methods every Parley has. */
async function builtIn(db: Db): Promise<UserAuthMethodRow[]> {
  const { rows } = await sql<{ name: string; providerId: string }>`
    select name, provider_id as "providerId" from default_auth_methods
    order by provider_id = 'password' desc, name`.execute(db);
  return rows.map((method, index) => ({
    ...method,
    accountAuthMethodSettingsId: null,
    isCreationOne: index === 0,
    isActive: true,
    isCustom: false,
    type: "DEFAULT",
  }));
}

function recommended(methods: readonly UserAuthMethodRow[]): string | null {
  return (methods.find((method) => method.isCreationOne) ?? methods[0])?.providerId ?? null;
}
