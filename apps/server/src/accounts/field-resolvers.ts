import { X509Certificate } from "node:crypto";
import { can, requireUser } from "#access/viewer.ts";
import { listProjects } from "#domains/projects";
import { rolesOfAccounts } from "#domains/roles";
import { teamsOfAccount } from "#domains/teams";
import { fileUrl, listUsers, usersByIds, countUsers } from "#domains/users";
import type { Resolvers } from "#generated/resolvers.ts";
import { page } from "#platform/input.ts";
import { load, loadBy } from "../context.ts";
import { connectionAddresses } from "./connection-addresses.ts";
import { asPem } from "./connection-input.ts";
import {
  customAuthMethodsOf,
  effectiveAuthMethodSettings,
  linkCounts,
  ownAuthMethodSettings,
} from "./login-method-queries.ts";
import { accountCounts, accountsByIds, descendantsOf } from "./queries.ts";
import { accountInSight } from "./resolvers.ts";
import { effectiveSettings } from "./settings.ts";

export const fieldResolvers: Resolvers = {
  Account: {
    parentAccount: (account, _, ctx) => accountInSight(ctx, account.parentId),
    allParentIds: (account) => account.path.slice(0, -1),
    async allChildAccounts(account, _, ctx) {
      const viewerId = requireUser(ctx.viewer);
      return loadBy(ctx, "accounts below", account.id, (ids) => descendantsOf(ctx.db, viewerId, ids));
    },
    async childAccounts(account, _, ctx) {
      const viewerId = requireUser(ctx.viewer);
      const below = await loadBy(ctx, "accounts below", account.id, (ids) =>
        descendantsOf(ctx.db, viewerId, ids),
      );
      return below.filter((child) => child.parentId === account.id);
    },
    pictureFile: (account, _, ctx) => fileUrl(ctx, account.iconPublicId, account.picture),
    async accountManager(account, _, ctx) {
      return account.accountManagerId
        ? ((await load(ctx, usersByIds, account.accountManagerId)) ?? null)
        : null;
    },
    async effectiveSettings(account, _, ctx) {
      const path = await Promise.all(account.path.map((id) => load(ctx, accountsByIds, id)));
      const counts = await load(ctx, accountCounts, account.id);
      const uses = new Map<string, number>(
        Object.entries(counts).flatMap(([key, value]) => (typeof value === "number" ? [[key, value]] : [])),
      );
      return effectiveSettings(path.filter((step) => step !== undefined)).map((setting) => ({
        ...setting,
        use: setting.kind === "RESOURCE_LIMIT" ? (uses.get(setting.name) ?? null) : null,
      }));
    },
    async users(account, args, ctx) {
      if (!(await can(ctx.viewer, "access.read", { accountId: account.id }))) return null;
      const filter = { search: args.search ?? "", status: args.status ?? undefined };
      const bounds = page(args, { usual: 100, most: 1_000 });
      const [count, rows] = await Promise.all([
        countUsers(ctx.db, account.id, filter),
        listUsers(ctx.db, account.id, filter, bounds),
      ]);
      return { count, rows };
    },
    userCount: async (account, _, ctx) => (await load(ctx, accountCounts, account.id)).users,
    projectCount: async (account, _, ctx) => (await load(ctx, accountCounts, account.id)).projects,
    childAccountCount: async (account, _, ctx) => (await load(ctx, accountCounts, account.id)).childAccounts,
    projects: (account, _, ctx) => listProjects(ctx.db, requireUser(ctx.viewer), account.id),
    async teams(account, _, ctx) {
      if (!(await can(ctx.viewer, "access.read", { accountId: account.id }))) return null;
      return teamsOfAccount(ctx.db, account.id, "");
    },
    roles: (account, _, ctx) => load(ctx, rolesOfAccounts, account.id),
    async customAuthMethods(account, _, ctx) {
      if (!(await can(ctx.viewer, "account.manage-login-methods", { accountId: account.id }))) return null;
      return load(ctx, customAuthMethodsOf, account.id);
    },
    accountAuthMethodSettings: (account, _, ctx) => load(ctx, ownAuthMethodSettings, account.id),
    effectiveAuthMethodSettings: (account, _, ctx) => load(ctx, effectiveAuthMethodSettings, account.id),
    organizationMetadata: (account) => ({ accountId: account.id }),
  },
  AccountAuthMethodSettings: {
    userCount: (setting, _, ctx) =>
      loadBy(ctx, "link counts", setting.id, (ids) => linkCounts(ctx.db, ids, ctx.identity !== undefined)),
  },
  CustomAuthMethod: {
    certificateExpiresAt: (method) => firstExpiry(method.settings),
    redirectUri: (method, _, ctx) => connectionAddresses(ctx.config, method).redirectUri,
    acsUrl: (method, _, ctx) => connectionAddresses(ctx.config, method).acsUrl,
    entityId: (method, _, ctx) => connectionAddresses(ctx.config, method).entityId,
    metadataUrl: (method, _, ctx) => connectionAddresses(ctx.config, method).metadataUrl,
  },
};

function firstExpiry(settings: unknown): Date | null {
  const { certificates } = Object(settings) as { certificates?: unknown };
  const texts = (Array.isArray(certificates) ? certificates : [certificates]).filter(
    (text): text is string => typeof text === "string" && text !== "",
  );
  const times = texts.flatMap((text) => expiryOf(text) ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}

function expiryOf(certificate: string): Date | undefined {
  try {
    return new Date(new X509Certificate(asPem(certificate)).validTo);
  } catch {
    return undefined;
  }
}
