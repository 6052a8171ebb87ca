import { sql } from "kysely";
import { requireAccess, requireUser } from "#access/viewer.ts";
import { requireRoomFor } from "#domains/accounts";
import { recordAudit } from "#domains/audit-log";
import { checkDescription } from "#domains/environments";
import type { MutationResolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { publish } from "#platform/live.ts";
import { refuseStaleRow } from "#platform/versions.ts";
import type { Context } from "../context.ts";
import { insertProject } from "./create.ts";
import { ranIn } from "./losses.ts";
import { findProject, productSettingsOf, type ProjectRow } from "./queries.ts";
import {
  checkedName,
  checkedProducts,
  checkIcon,
  checkTimeZone,
  configureEnvironments,
  refuseTakenName,
  replaceProducts,
} from "./write.ts";

export const mutations: MutationResolvers = {
  async createProject(_, args, ctx) {
    const { accountId } = args;
    await requireAccess(ctx.viewer, "project.create", { accountId });
    const name = checkedName(args.name);
    const description = checkDescription(args.description ?? "");
    const id = await change(ctx, async (tx) => {
      await refuseTakenName(tx, accountId, name);
      await requireRoomFor(tx, accountId, "projects");
      const products = await checkedProducts(tx, args.productIds);
      if (args.timeZoneId) await checkTimeZone(tx, args.timeZoneId);
      if (args.projectIconId) await checkIcon(tx, accountId, args.projectIconId);
      const projectId = await insertProject(tx, { accountId, name, description, products: [] });
      await replaceProducts(
        tx,
        projectId,
        products.map((product) => product.id),
      );
      await tx
        .updateTable("projects")
        .set({
          time_zone_id: args.timeZoneId ?? null,
          project_icon_id: args.projectIconId ?? null,
          created_by: ctx.viewer.userId ?? null,
          updated_by: ctx.viewer.userId ?? null,
        })
        .where("id", "=", projectId)
        .execute();
      await configureEnvironments(
        tx,
        ctx,
        { id: projectId, accountId },
        args.projectEnvironmentConfigs ?? [],
      );
      await assignToCreator(tx, ctx, accountId, projectId);
      await recordAudit(tx, ctx, {
        accountId,
        projectId,
        action: "project.created",
        objectType: "project",
        objectId: projectId,
        objectName: name,
        message: `created the project ${name}`,
        after: { name, description, products: products.map((product) => product.name) },
      });
      await publish(tx, "project", { projectId, accountId });
      return projectId;
    });
    return projectNow(ctx, id);
  },

  async updateProject(_, args, ctx) {
    const { id } = args;
    const { accountId } = await requireAccess(ctx.viewer, "project.update", { projectId: id });
    const before = await projectNow(ctx, id);
    const name = args.name == null ? before.name : checkedName(args.name);
    const description = args.description == null ? before.description : checkDescription(args.description);
    const values = {
      ...(args.name != null && { name }),
      ...(args.description != null && { description }),
      // Absent means unchanged, null means none.
      ...(args.timeZoneId !== undefined && { time_zone_id: args.timeZoneId }),
      ...(args.projectIconId !== undefined && { project_icon_id: args.projectIconId }),
    };
    await change(ctx, async (tx) => {
      await refuseStaleRow(tx, "projects", id, args.version, {
        ...values,
        ...(args.productIds && { products: args.productIds }),
      });
      if (name !== before.name) await refuseTakenName(tx, accountId, name, id);
      if (args.timeZoneId) await checkTimeZone(tx, args.timeZoneId);
      if (args.projectIconId) await checkIcon(tx, accountId, args.projectIconId);
      const productsBefore = (await productSettingsOf(tx, [id]))[0] ?? [];
      if (args.productIds) {
        const products = await checkedProducts(tx, args.productIds);
        await replaceProducts(
          tx,
          id,
          products.map((product) => product.id),
        );
      }
      await tx
        .updateTable("projects")
        .set({
          ...values,
          version: sql<number>`version + 1`,
          updated_at: new Date(),
          updated_by: ctx.viewer.userId ?? null,
        })
        .where("id", "=", id)
        .execute();
      const productsAfter = (await productSettingsOf(tx, [id]))[0] ?? [];
      await recordAudit(tx, ctx, {
        accountId,
        projectId: id,
        action: "project.updated",
        objectType: "project",
        objectId: id,
        objectName: name,
        message: `changed the project ${name}`,
        before: {
          name: before.name,
          description: before.description,
          products: productsBefore.map((setting) => setting.product.displayName),
        },
        after: { name, description, products: productsAfter.map((setting) => setting.product.displayName) },
      });
      await publish(tx, "project", { projectId: id, accountId });
    });
    return projectNow(ctx, id);
  },

  async deleteProject(_, { id, confirmedName }, ctx) {
    const { accountId } = await requireAccess(ctx.viewer, "project.delete", { projectId: id });
    const project = await projectNow(ctx, id);
    if (confirmedName != null && confirmedName.trim() !== project.name) {
      throw new Invalid("confirmedName", `Type the project's name, ${project.name}, to confirm.`);
    }
    return change(ctx, async (tx) => {
      // Runs of applets that have moved on to another project.
      await sql`delete from applet_runs where ${ranIn(id)}`.execute(tx);
      await tx.deleteFrom("projects").where("id", "=", id).execute();
      await recordAudit(tx, ctx, {
        accountId,
        projectId: id,
        action: "project.deleted",
        objectType: "project",
        objectId: id,
        objectName: project.name,
        message: `deleted the project ${project.name}`,
        before: { name: project.name, description: project.description },
      });
      await publish(tx, "project", { projectId: id, accountId });
      return id;
    });
  },
};

/** Whoever creates a project finds it among their own, where they have a seat in the account. */
async function assignToCreator(
  tx: Parameters<typeof replaceProducts>[0],
  ctx: Context,
  accountId: string,
  projectId: string,
) {
  await sql`insert into user_projects (user_id, project_id, account_id)
    select user_id, ${projectId}::uuid, account_id from account_users
    where account_id = ${accountId} and user_id = ${requireUser(ctx.viewer)}`.execute(tx);
}

async function projectNow(ctx: Context, id: string): Promise<ProjectRow> {
  const project = await findProject(ctx.db, requireUser(ctx.viewer), id);
  if (!project) throw new NotFound("project");
  return project;
}
