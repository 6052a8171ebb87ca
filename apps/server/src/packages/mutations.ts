import { requireAccess, requireUser } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { MutationResolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Forbidden, NotFound } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import { type Context, load } from "../context.ts";
import { requireOwner } from "./owner.ts";
import { checkDisplayName, checkPackage, checkText, checkVersion, insertPackageVersion } from "./publish.ts";
import {
  findUsablePackage,
  packagesByIds,
  packageUses,
  packageVersionsByIds,
  packageVersionsOf,
  type PackageRow,
  type PackageUseRow,
} from "./queries.ts";
import { refuseWhileUsed } from "./uses.ts";

const longestDescription = 2_000;

export const mutations: MutationResolvers = {
  async createPackage(_, args, ctx) {
    const accountId = await requireOwner(ctx, args.accountId);
    const displayName = checkDisplayName(args.displayName);
    const description = checkText("description", args.description ?? "", longestDescription);
    const id = await change(ctx, async (tx) => {
      const existing = await tx
        .selectFrom("packages")
        .select("id")
        .where("account_id", "=", accountId)
        .where("pkg_name", "=", args.pkgName)
        .forUpdate()
        .executeTakeFirst();
      const published = existing ? ((await packageVersionsOf(tx, [existing.id]))[0] ?? []) : [];
      checkVersion(
        args.version,
        published.map((version) => version.version),
      );
      checkPackage({ ...args, displayName, description });
      const packageId = existing?.id ?? newId();
      if (existing) {
        await tx
          .updateTable("packages")
          .set({
            display_name: displayName,
            package_types: [...args.packageTypes],
            ...(args.description != null && { description }),
          })
          .where("id", "=", packageId)
          .execute();
      } else {
        await tx
          .insertInto("packages")
          .values({
            id: packageId,
            account_id: accountId,
            pkg_name: args.pkgName,
            display_name: displayName,
            description,
            package_types: [...args.packageTypes],
            created_by: ctx.viewer.userId ?? null,
          })
          .execute();
      }
      await insertPackageVersion(tx, packageId, args, ctx.viewer.userId);
      await recordAudit(tx, ctx, {
        accountId,
        product: "pro_studio",
        action: "package.published",
        objectType: "package",
        objectId: packageId,
        objectName: args.pkgName,
        message: `published ${args.pkgName} ${args.version}`,
        after: { version: args.version, displayName, description },
      });
      await publish(tx, "package", { packageId, accountId });
      return packageId;
    });
    return packageNow(ctx, id);
  },

  async updatePackage(_, args, ctx) {
    const { row, accountId } = await ownPackage(ctx, args.id);
    const displayName = args.displayName == null ? row.displayName : checkDisplayName(args.displayName);
    const description =
      args.description == null
        ? row.description
        : checkText("description", args.description, longestDescription);
    await change(ctx, async (tx) => {
      await tx
        .updateTable("packages")
        .set({ display_name: displayName, description, updated_at: new Date() })
        .where("id", "=", row.id)
        .execute();
      await recordAudit(tx, ctx, {
        accountId,
        product: "pro_studio",
        action: "package.updated",
        objectType: "package",
        objectId: row.id,
        objectName: row.pkgName,
        message: `changed how the package ${row.pkgName} is shown`,
        before: { displayName: row.displayName, description: row.description },
        after: { displayName, description },
      });
      await publish(tx, "package", { packageId: row.id, accountId });
    });
    return packageNow(ctx, row.id);
  },

  async deletePackage(_, { id }, ctx) {
    const { row, accountId } = await ownPackage(ctx, id);
    return change(ctx, async (tx) => {
      await refuseInUse(ctx, row.displayName, await packageUses(tx, { packageId: id }));
      await tx.deleteFrom("packages").where("id", "=", id).execute();
      await recordAudit(tx, ctx, {
        accountId,
        product: "pro_studio",
        action: "package.deleted",
        objectType: "package",
        objectId: id,
        objectName: row.pkgName,
        message: `deleted the package ${row.pkgName}`,
      });
      await publish(tx, "package", { packageId: id, accountId });
      return id;
    });
  },

  async deletePackageVersion(_, { id }, ctx) {
    const version = isId(id) ? await load(ctx, packageVersionsByIds, id) : undefined;
    if (!version) {
      requireUser(ctx.viewer);
      throw new NotFound("package version");
    }
    const { row, accountId } = await ownPackage(ctx, version.packageId, "package version");
    return change(ctx, async (tx) => {
      await refuseInUse(
        ctx,
        `${row.displayName} ${version.version}`,
        await packageUses(tx, { packageVersionId: id }),
      );
      await tx.deleteFrom("package_versions").where("id", "=", id).execute();
      const rest = (await packageVersionsOf(tx, [row.id]))[0] ?? [];
      await tx
        .updateTable("packages")
        .set({ latest_version_id: rest[0]?.id ?? null, updated_at: new Date() })
        .where("id", "=", row.id)
        .execute();
      await recordAudit(tx, ctx, {
        accountId,
        product: "pro_studio",
        action: "package.version-deleted",
        objectType: "package",
        objectId: row.id,
        objectName: row.pkgName,
        message: `deleted version ${version.version} of the package ${row.pkgName}`,
      });
      await publish(tx, "package", { packageId: row.id, accountId });
      return id;
    });
  },
};

/** A package the viewer may change: one of an account where they hold the right, never one of Parley's own. */
async function ownPackage(
  ctx: Context,
  id: string,
  noun = "package",
): Promise<{ row: PackageRow; accountId: string }> {
  const viewerId = requireUser(ctx.viewer);
  const row = isId(id) ? await findUsablePackage(ctx.db, viewerId, id) : undefined;
  if (!row) throw new NotFound(noun);
  if (row.accountId === null) throw new Forbidden("This package is part of Parley and cannot be changed.");
  await requireAccess(ctx.viewer, "package.edit", { accountId: row.accountId }, noun);
  return { row, accountId: row.accountId };
}

function refuseInUse(ctx: Context, what: string, uses: readonly PackageUseRow[]): Promise<void> {
  return refuseWhileUsed(ctx.viewer, what, uses, {
    nameOf: (use) => use.appletInstanceName,
    advice: "Change those applets first.",
  });
}

async function packageNow(ctx: Context, id: string): Promise<PackageRow> {
  const row = (await packagesByIds(ctx.db, [id]))[0];
  if (!row) throw new NotFound("package");
  return row;
}
