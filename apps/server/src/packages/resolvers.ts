import { allowEveryone, requireAccess, requireUser } from "#access/viewer.ts";
import { findPageEnvironment } from "#domains/environments";
import type { Application, Resolvers } from "#generated/resolvers.ts";
import { NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { type Context, load } from "../context.ts";
import { isObject } from "./json-schema.ts";
import { mutations } from "./mutations.ts";
import {
  findUsablePackage,
  listApplications,
  listPackages,
  packageUses,
  packageVersionsByIds,
  packageVersionsOf,
} from "./queries.ts";
import { visibleUses } from "./uses.ts";

export const resolvers: Resolvers = {
  Query: {
    async packages(_, { packageTypes, accountId }, ctx) {
      const viewerId = requireUser(ctx.viewer);
      if (accountId) await requireAccess(ctx.viewer, "account.read", { accountId });
      return listPackages(ctx.db, viewerId, {
        packageTypes: packageTypes ?? undefined,
        accountId: accountId ?? undefined,
      });
    },
    async packageById(_, { id }, ctx) {
      const row = isId(id) ? await findUsablePackage(ctx.db, requireUser(ctx.viewer), id) : undefined;
      requireUser(ctx.viewer);
      if (!row) throw new NotFound("package");
      return row;
    },
    async packageUsage(_, { packageId, packageVersionId }, ctx) {
      const viewerId = requireUser(ctx.viewer);
      const row = isId(packageId) ? await findUsablePackage(ctx.db, viewerId, packageId) : undefined;
      if (!row) throw new NotFound("package");
      const all = await packageUses(ctx.db, { packageId, packageVersionId: packageVersionId ?? undefined });
      return visibleUses(ctx.viewer, all);
    },
    async applicationPackages(_, { url }, ctx) {
      if (url == null) return applications(ctx, { viewerId: requireUser(ctx.viewer) });
      allowEveryone(ctx.viewer);
      const owner = await findPageEnvironment(ctx.db, url);
      return owner ? applications(ctx, { projectId: owner.projectId, configId: owner.configId }) : [];
    },
  },
  Mutation: mutations,
  Package: {
    isBuiltIn: (row) => row.accountId === null,
    latestVersion: async (row, _, ctx) =>
      row.latestVersionId ? ((await load(ctx, packageVersionsByIds, row.latestVersionId)) ?? null) : null,
    versions: (row, _, ctx) => load(ctx, packageVersionsOf, row.id),
  },
};

async function applications(
  ctx: Context,
  filter: { projectId?: string; configId?: string; viewerId?: string },
): Promise<Application[]> {
  const rows = await listApplications(ctx.db, filter);
  const byProject = new Map<string, Application>();
  for (const row of rows) {
    if (filter.configId !== undefined && row.configId !== filter.configId) continue;
    const settings = isObject(row.settings) ? row.settings : {};
    const address = textOf(settings["instanceAddress"]) ?? ctx.config.urls.api;
    const key = textOf(settings["projectKey"]) ?? row.projectId;
    const application = byProject.get(row.projectId) ?? { name: row.name, packages: [] };
    application.packages.push({
      name: row.environmentName,
      analytics: { instanceAddress: address, projectKey: key },
      pype: { app_id: row.configId, analytics_key: key, analytics_host: new URL(address).host },
    });
    byProject.set(row.projectId, application);
  }
  return [...byProject.values()];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
