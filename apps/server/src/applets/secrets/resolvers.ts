import { sql } from "kysely";
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import { lastFour } from "#platform/secrets/secrets.ts";
import type { Context } from "../../context.ts";
import { secretBinding } from "./store.ts";

const longestValue = 4_000;

export const secretResolvers: Resolvers = {
  Query: {
    async projectSecrets(_, { projectId }, ctx) {
      await requireAccess(ctx.viewer, "applet.read", { projectId });
      return secretsShown(ctx, projectId);
    },
  },
  Mutation: {
    async setProjectSecret(_, { projectId, name, value }, ctx) {
      const { accountId } = await requireAccess(ctx.viewer, "credential.edit", { projectId });
      if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)) {
        throw new Invalid("name", "A secret's name has letters, digits and _, and begins with a letter.");
      }
      if (value === "" || value.length > longestValue) {
        throw new Invalid("value", `A secret has 1 to ${longestValue} characters.`);
      }
      await change(ctx, async (tx) => {
        const known = await tx
          .selectFrom("project_secrets")
          .select("id")
          .where("project_id", "=", projectId)
          .where("name", "=", name)
          .executeTakeFirst();
        const id = known?.id ?? newId();
        const sealed = ctx.secrets.encryptSecret(value, secretBinding(accountId, id));
        await sql`insert into project_secrets (id, project_id, name, sealed, last4, updated_by)
          values (${id}, ${projectId}, ${name}, ${sealed}, ${lastFour(value)}, ${ctx.viewer.userId ?? null})
          on conflict (id) do update set sealed = excluded.sealed, last4 = excluded.last4, updated_at = now(),
            updated_by = excluded.updated_by`.execute(tx);
        await recordAudit(tx, ctx, {
          accountId,
          projectId,
          product: "pro_studio",
          action: known ? "secret.replaced" : "secret.created",
          objectType: "secret",
          objectId: id,
          objectName: name,
          message: `${known ? "replaced" : "added"} the secret ${name}`,
        });
        await publish(tx, "applet", { projectId });
      });
      const shown = (await secretsShown(ctx, projectId)).find((secret) => secret.name === name);
      if (!shown) throw new NotFound("secret");
      return shown;
    },
    async deleteProjectSecret(_, { projectId, id }, ctx) {
      const { accountId } = await requireAccess(ctx.viewer, "credential.edit", { projectId });
      const secret = (await secretsShown(ctx, projectId)).find((it) => it.id === id);
      if (!isId(id) || !secret) throw new NotFound("secret");
      return change(ctx, async (tx) => {
        await tx.deleteFrom("project_secrets").where("id", "=", id).execute();
        await recordAudit(tx, ctx, {
          accountId,
          projectId,
          product: "pro_studio",
          action: "secret.deleted",
          objectType: "secret",
          objectId: id,
          objectName: secret.name,
          message: `deleted the secret ${secret.name}`,
        });
        await publish(tx, "applet", { projectId });
        return id;
      });
    },
  },
};

/** By name, without their values. */
function secretsShown(ctx: Context, projectId: string) {
  return ctx.db
    .selectFrom("project_secrets")
    .select(["id", "name", "last4", "updated_at as updatedAt"])
    .where("project_id", "=", projectId)
    .orderBy("name")
    .execute();
}
