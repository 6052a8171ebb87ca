import { requireAccess, requireUser } from "#access/viewer.ts";
import { visibleUses } from "#domains/packages";
import type { Resolvers } from "#generated/resolvers.ts";
import { load } from "../context.ts";
import { instanceFields } from "./instance-fields.ts";
import { instanceMutations } from "./instances/mutations.ts";
import { previews } from "./instances/previews.ts";
import { noticeResolvers } from "./notice-resolvers.ts";
import {
  appletInstancesOf,
  appletVersionsByIds,
  appletVersionsOf,
  instancesOfApplet,
  listApplets,
} from "./queries.ts";
import { choicesIn } from "./choices.ts";
import { resolveUrl } from "./resolve-url.ts";
import { runResolvers } from "./runs/resolvers.ts";
import { requireEnvironment, requireInstance } from "./scope.ts";
import { secretResolvers } from "./secrets/resolvers.ts";
import { templateMutations } from "./template-mutations.ts";

export const resolvers: Resolvers = {
  Query: {
    async applets(_, { accountId }, ctx) {
      const viewerId = requireUser(ctx.viewer);
      if (accountId) await requireAccess(ctx.viewer, "account.read", { accountId });
      return listApplets(ctx.db, viewerId, accountId ?? undefined);
    },
    appletInstanceById: (_, { appletInstanceId }, ctx) => requireInstance(ctx, appletInstanceId, "read"),
    async appletInstances(_, { projectEnvironmentConfigId }, ctx) {
      const { config } = await requireEnvironment(ctx, projectEnvironmentConfigId, "read");
      return load(ctx, appletInstancesOf, config.id);
    },
    async appletChoices(_, { projectEnvironmentConfigId }, ctx) {
      const { config } = await requireEnvironment(ctx, projectEnvironmentConfigId, "read");
      return choicesIn(ctx.db, config);
    },
    resolveUrl(_, { url }, ctx) {
      requireUser(ctx.viewer);
      return resolveUrl(ctx, url);
    },
    ...previews,
    ...runResolvers.Query,
    ...secretResolvers.Query,
    ...noticeResolvers.Query,
  },
  Mutation: {
    ...templateMutations,
    ...instanceMutations,
    ...runResolvers.Mutation,
    ...secretResolvers.Mutation,
    ...noticeResolvers.Mutation,
  },
  AppletRun: runResolvers.AppletRun ?? {},
  Applet: {
    isBuiltIn: (row) => row.accountId === null,
    latestVersion: async (row, _, ctx) =>
      row.latestVersionId ? ((await load(ctx, appletVersionsByIds, row.latestVersionId)) ?? null) : null,
    versions: (row, _, ctx) => load(ctx, appletVersionsOf, row.id),
    async usedInEnvironments(row, _, ctx) {
      const { uses } = await visibleUses(ctx.viewer, await instancesOfApplet(ctx.db, row.id));
      return new Set(uses.map((use) => use.configId)).size;
    },
  },
  ProjectEnvironmentConfig: {
    async appletInstances(config, _, ctx) {
      if (!config.isPageView) await requireAccess(ctx.viewer, "applet.read", { projectId: config.projectId });
      const instances = await load(ctx, appletInstancesOf, config.id);
      if (!config.isPageView) return instances;
      return instances.filter(({ status }) => status === "ACTIVE").map((it) => ({ ...it, isPageView: true }));
    },
  },
  ...instanceFields,
};
