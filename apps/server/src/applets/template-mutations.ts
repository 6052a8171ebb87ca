import { requireAccess, requireUser } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import {
  checkDisplayName,
  checkPkgName,
  checkSchema,
  checkText,
  checkVersion,
  requireOwner,
  refuseWhileUsed,
} from "#domains/packages";
import type { MutationResolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Tx } from "#platform/database.ts";
import { Forbidden, Invalid, NotFound } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import type { Context } from "../context.ts";
import {
  type AppletRow,
  appletsByIds,
  appletVersionsByIds,
  appletVersionsOf,
  findUsableApplet,
  instancesOfApplet,
} from "./queries.ts";

export const templateMutations: Pick<
  MutationResolvers,
  "createApplet" | "createAppletVersion" | "deleteApplet"
> = {
  async createApplet(_, args, ctx) {
    const accountId = await requireOwner(ctx, args.accountId);
    checkPkgName(args.pkgName);
    checkVersion(args.version, []);
    checkSchema(args.schema);
    const displayName = checkDisplayName(args.displayName ?? titleOf(args.schema) ?? args.pkgName);
    const description = checkText("description", args.description ?? "", 2_000);
    const id = await change(ctx, async (tx) => {
      const taken = await tx
        .selectFrom("applets")
        .select("id")
        .where("account_id", "=", accountId)
        .where("pkg_name", "=", args.pkgName)
        .executeTakeFirst();
      if (taken)
        throw new Invalid("pkgName", "There is a template of this name. Add a version to it instead.");
      const appletId = newId();
      await tx
        .insertInto("applets")
        .values({
          id: appletId,
          account_id: accountId,
          pkg_name: args.pkgName,
          display_name: displayName,
          description,
          applet_type: args.appletType,
          applet_category: args.appletCategory,
          created_by: ctx.viewer.userId ?? null,
        })
        .execute();
      await insertAppletVersion(tx, appletId, args, ctx.viewer.userId);
      await recordAudit(tx, ctx, {
        accountId,
        product: "pro_studio",
        action: "applet-template.created",
        objectType: "applet-template",
        objectId: appletId,
        objectName: args.pkgName,
        message: `created the applet template ${displayName}`,
        after: { version: args.version, appletType: args.appletType, appletCategory: args.appletCategory },
      });
      await publish(tx, "applet-template", { appletId, accountId });
      return appletId;
    });
    const [applet] = await appletsByIds(ctx.db, [id]);
    if (!applet) throw new NotFound("applet template");
    return applet;
  },

  async createAppletVersion(_, { version, appletId, schema }, ctx) {
    const { row, accountId } = await ownTemplate(ctx, appletId);
    checkSchema(schema);
    const id = await change(ctx, async (tx) => {
      await tx.selectFrom("applets").select("id").where("id", "=", row.id).forUpdate().execute();
      const published = (await appletVersionsOf(tx, [row.id]))[0] ?? [];
      checkVersion(
        version,
        published.map((it) => it.version),
      );
      const versionId = await insertAppletVersion(tx, row.id, { version, schema }, ctx.viewer.userId);
      await recordAudit(tx, ctx, {
        accountId,
        product: "pro_studio",
        action: "applet-template.version-created",
        objectType: "applet-template",
        objectId: row.id,
        objectName: row.pkgName,
        message: `published version ${version} of the applet template ${row.displayName}`,
      });
      await publish(tx, "applet-template", { appletId: row.id, accountId });
      return versionId;
    });
    const [created] = await appletVersionsByIds(ctx.db, [id]);
    if (!created) throw new NotFound("applet version");
    return created;
  },

  async deleteApplet(_, { id }, ctx) {
    const { row, accountId } = await ownTemplate(ctx, id);
    return change(ctx, async (tx) => {
      await refuseWhileUsed(ctx.viewer, row.displayName, await instancesOfApplet(tx, id), {
        nameOf: (use) => use.name,
        advice: "Delete those applets first.",
      });
      await tx.deleteFrom("applets").where("id", "=", id).execute();
      await recordAudit(tx, ctx, {
        accountId,
        product: "pro_studio",
        action: "applet-template.deleted",
        objectType: "applet-template",
        objectId: id,
        objectName: row.pkgName,
        message: `deleted the applet template ${row.displayName}`,
      });
      await publish(tx, "applet-template", { appletId: id, accountId });
      return id;
    });
  },
};

export async function insertAppletVersion(
  tx: Tx,
  appletId: string,
  version: { id?: string; version: string; schema: unknown },
  userId: string | undefined,
): Promise<string> {
  const id = version.id ?? newId();
  await tx
    .insertInto("applet_versions")
    .values({
      id,
      applet_id: appletId,
      version: version.version,
      schema: JSON.stringify(version.schema),
      created_by: userId ?? null,
    })
    .execute();
  await tx.updateTable("applets").set({ latest_version_id: id }).where("id", "=", appletId).execute();
  return id;
}

async function ownTemplate(ctx: Context, id: string): Promise<{ row: AppletRow; accountId: string }> {
  const viewerId = requireUser(ctx.viewer);
  const row = isId(id) ? await findUsableApplet(ctx.db, viewerId, id) : undefined;
  if (!row) throw new NotFound("applet template");
  if (row.accountId === null) throw new Forbidden("This template is part of Parley and cannot be changed.");
  await requireAccess(ctx.viewer, "package.edit", { accountId: row.accountId });
  return { row, accountId: row.accountId };
}

function titleOf(schema: unknown): string | undefined {
  const title = typeof schema === "object" && schema !== null && "title" in schema ? schema.title : undefined;
  return typeof title === "string" && title.trim() !== "" ? title.slice(0, 120) : undefined;
}
