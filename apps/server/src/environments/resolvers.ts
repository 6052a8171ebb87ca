import { allowEveryone, requireAccess, requireUser } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import { refuseStaleRow } from "#platform/versions.ts";
import { type Context, load } from "../context.ts";
import { displayUrl } from "./domain-url.ts";
import { findPageEnvironment } from "./lookup.ts";
import { domainsOf, type EnvironmentConfigRow, environmentConfigsByIds } from "./queries.ts";
import { checkDescription, replaceDomains, updateConfigRow } from "./update.ts";
import { validateUrl } from "./validate.ts";

const mostUrlsAtOnce = 200;

export const resolvers: Resolvers = {
  Query: {
    async projectEnvironmentConfigById(_, { id }, ctx) {
      const config = await configOf(ctx, id);
      if (!config) {
        requireUser(ctx.viewer);
        throw new NotFound("environment");
      }
      await requireAccess(ctx.viewer, "project.read", { projectId: config.projectId }, "environment");
      return config;
    },
    async projectEnvironmentConfigByDomain(_, { url }, ctx) {
      allowEveryone(ctx.viewer);
      const owner = await findPageEnvironment(ctx.db, url);
      const config = owner && (await configOf(ctx, owner.configId));
      return config ? { ...config, isPageView: true } : null;
    },
    async validateProjectEnvironmentUrls(_, { urls, projectEnvironmentConfigId }, ctx) {
      requireUser(ctx.viewer);
      if (urls.length > mostUrlsAtOnce)
        throw new Invalid("urls", `Send at most ${mostUrlsAtOnce} addresses at once.`);
      const config = projectEnvironmentConfigId ? await configOf(ctx, projectEnvironmentConfigId) : undefined;
      if (projectEnvironmentConfigId && !config) throw new NotFound("environment");
      const grants =
        config &&
        (await requireAccess(ctx.viewer, "project.read", { projectId: config.projectId }, "environment"));
      const own = { configId: config?.id, accountId: grants?.accountId };
      return Promise.all(urls.map((url) => validateUrl(ctx, url, own)));
    },
  },
  Mutation: {
    async updateProjectEnvironmentConfig(_, args, ctx) {
      const { projectId, projectEnvironmentConfigId: id } = args;
      const { accountId } = await requireAccess(ctx.viewer, "environment.update", { projectId });
      const before = await configOf(ctx, id);
      if (before?.projectId !== projectId) throw new NotFound("environment");
      await change(ctx, async (tx) => {
        const description = args.description == null ? undefined : checkDescription(args.description);
        await refuseStaleRow(tx, "project_environment_configs", id, args.version, {
          ...(description !== undefined && { description }),
          ...(args.status && { status: args.status }),
          ...(args.domains && { domains: args.domains }),
        });
        const old = (await domainsOf(tx, [id]))[0]?.map((domain) => domain.url) ?? [];
        const urls = args.domains ? await replaceDomains(tx, ctx, { id, accountId }, args.domains) : old;
        await updateConfigRow(tx, id, {
          description,
          status: args.status ?? undefined,
          updatedBy: ctx.viewer.userId,
        });
        await recordAudit(tx, ctx, {
          accountId,
          projectId,
          action: "environment.updated",
          objectType: "environment",
          objectId: id,
          objectName: before.environmentName,
          message: `changed the environment ${before.environmentName}`,
          before: { status: before.status, description: before.description, domains: old },
          after: {
            status: args.status ?? before.status,
            description: description ?? before.description,
            domains: urls,
          },
        });
        await publish(tx, "project", { projectId, accountId });
      });
      ctx.loaders.clear();
      const after = await configOf(ctx, id);
      if (!after) throw new NotFound("environment");
      return after;
    },
  },
  ProjectEnvironmentConfig: {
    environment: (config) => ({ id: config.environmentId, name: config.environmentName }),
    domains: (config, _, ctx) => load(ctx, domainsOf, config.id),
    description: (config) => (config.isPageView ? "" : config.description),
  },
  Domain: {
    displayUrl: (domain) => displayUrl(domain.url),
  },
};

function configOf(ctx: Context, id: string): Promise<EnvironmentConfigRow | undefined> {
  return isId(id) ? load(ctx, environmentConfigsByIds, id) : Promise.resolve(undefined);
}
