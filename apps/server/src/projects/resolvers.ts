import { allowedInProject } from "#access/actions.ts";
import { can, requireAccess, requireUser } from "#access/viewer.ts";
import { environmentConfigsOf } from "#domains/environments";
import { filesByIds, fileUrl } from "#domains/files";
import { findUser } from "#domains/users";
import type { Resolvers } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";
import { Forbidden, NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { load, watch } from "../context.ts";
import { productAccessLosses, projectLosses } from "./losses.ts";
import { mutations } from "./mutations.ts";
import {
  findProject,
  listProjects,
  listProjectsOfUser,
  listUserProjects,
  productSettingsOf,
  proStudioSettingsOf,
  timeZonesByIds,
  userIdsOf,
} from "./queries.ts";

export const resolvers: Resolvers = {
  Query: {
    async projects(_, { filterCriteria: { accountId } }, ctx) {
      await requireAccess(ctx.viewer, "account.read", { accountId });
      return listProjects(ctx.db, requireUser(ctx.viewer), accountId);
    },
    async userProjects(_, { filterCriteria: { userId, accountId, includeUnassigned } }, ctx) {
      await requireAccess(ctx.viewer, "account.read", { accountId });
      const viewerId = requireUser(ctx.viewer);
      return listUserProjects(ctx.db, viewerId, {
        userId,
        accountId,
        includeUnassigned: includeUnassigned ?? false,
      });
    },
    projectsOfUser(_, { userId }, ctx) {
      const viewerId = requireUser(ctx.viewer);
      return isId(userId) ? listProjectsOfUser(ctx.db, viewerId, { userId }) : [];
    },
    async projectsOfUserInAccount(_, { userId, accountId }, ctx) {
      await requireAccess(ctx.viewer, "account.read", { accountId });
      const viewerId = requireUser(ctx.viewer);
      return isId(userId) ? listProjectsOfUser(ctx.db, viewerId, { userId, accountId }) : [];
    },
    async projectsOfUserLimited(_, { userId, accountId }, ctx) {
      await requireAccess(ctx.viewer, "account.read", { accountId });
      return listProjectsOfUser(ctx.db, requireSelf(ctx.viewer.userId, userId), { userId, accountId });
    },
    async projectById(_, { id }, ctx) {
      await requireAccess(ctx.viewer, "project.read", { projectId: id });
      const project = await findProject(ctx.db, requireUser(ctx.viewer), id);
      if (!project) throw new NotFound("project");
      return project;
    },
    async projectLosses(_, { id }, ctx) {
      await requireAccess(ctx.viewer, "project.delete", { projectId: id });
      return projectLosses(ctx.db, id);
    },
    async productAccessLosses(_, { projectId, productId }, ctx) {
      await requireAccess(ctx.viewer, "project.update", { projectId });
      const rows = isId(productId) ? await productAccessLosses(ctx.db, projectId, productId) : [];
      const users = await Promise.all(rows.map((row) => load(ctx, usersByIds, row.userId)));
      return rows.flatMap((row, index) => {
        const user = users[index];
        return user ? [{ user, roles: row.roles, teamName: row.teamName }] : [];
      });
    },
  },
  Mutation: mutations,
  Subscription: {
    userProjectsLimited: {
      async subscribe(_, { userId, accountId }, ctx) {
        await requireAccess(ctx.viewer, "account.read", { accountId });
        requireSelf(ctx.viewer.userId, userId);
        return watch(ctx, ["project", "access"], {
          isRelevant: ({ payload }) =>
            payload["accountId"] === undefined || payload["accountId"] === accountId,
          async read() {
            await requireAccess(ctx.viewer, "account.read", { accountId });
            return { userProjectsLimited: await listProjectsOfUser(ctx.db, userId, { userId, accountId }) };
          },
        });
      },
    },
  },
  Project: {
    async picture(project, _, ctx) {
      const file = project.projectIconId ? await load(ctx, filesByIds, project.projectIconId) : null;
      return file ? fileUrl(ctx, file.publicId) : project.picture;
    },
    pictureFile: (project, _, ctx) =>
      project.projectIconId ? load(ctx, filesByIds, project.projectIconId) : null,
    async files(project, _, ctx) {
      const file = project.projectIconId ? await load(ctx, filesByIds, project.projectIconId) : null;
      return file ? [file] : [];
    },
    canUpdate: (project, _, ctx) => can(ctx.viewer, "project.update", { projectId: project.id }),
    canDelete: (project, _, ctx) => can(ctx.viewer, "project.delete", { projectId: project.id }),
    async allowedActions(project, _, ctx) {
      const grants = await ctx.viewer.projectGrants(project.id);
      return allowedInProject(grants?.held ?? new Set());
    },
    projectProductSettings: (project, _, ctx) => load(ctx, productSettingsOf, project.id),
    projectEnvironmentConfig: (project, _, ctx) => load(ctx, environmentConfigsOf, project.id),
    async localizationSettings(project, _, ctx) {
      const timeZone = project.timeZoneId ? await load(ctx, timeZonesByIds, project.timeZoneId) : null;
      return { id: project.id, timeZone };
    },
    async users(project, _, ctx) {
      await requireAccess(ctx.viewer, "project.read", { projectId: project.id });
      const ids = await load(ctx, userIdsOf, project.id);
      const users = await Promise.all(ids.map((id) => load(ctx, usersByIds, id)));
      return users.filter((user) => user !== undefined);
    },
    projectProStudioSetting: (project, _, ctx) => load(ctx, proStudioSettingsOf, project.id),
  },
};

function usersByIds(db: Db, ids: readonly string[]) {
  return Promise.all(ids.map((id) => findUser(db, id)));
}

function requireSelf(viewerId: string | undefined, userId: string): string {
  if (viewerId !== userId) throw new Forbidden("These are another person's projects.");
  return userId;
}
