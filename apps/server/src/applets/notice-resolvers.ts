import { sql } from "kysely";
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid } from "#platform/errors.ts";
import { publish } from "#platform/live.ts";
import type { Context } from "../context.ts";

const oneAddress = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,253}$/u;
const mostAddresses = 20;

export const noticeResolvers: Resolvers = {
  Query: {
    async appletNoticeSettings(_, { projectId }, ctx) {
      await requireAccess(ctx.viewer, "applet.read", { projectId });
      return settingsOf(ctx, projectId);
    },
  },
  Mutation: {
    async updateAppletNoticeSettings(_, { projectId, emails, webhookUrl, digestMinutes }, ctx) {
      const { accountId } = await requireAccess(ctx.viewer, "environment.update", { projectId });
      const clean = [...new Set(emails.map((email) => email.trim().toLowerCase()))];
      if (clean.length > mostAddresses)
        throw new Invalid("emails", `At most ${mostAddresses} people are told.`);
      const wrong = clean.findIndex((email) => !oneAddress.test(email));
      if (wrong >= 0) throw new Invalid(`emails.${wrong}`, "This is not one e-mail address.");
      const url = webhookUrl?.trim() || null;
      if (url !== null && (!/^https?:\/\//i.test(url) || !URL.canParse(url) || url.length > 1_000)) {
        throw new Invalid("webhookUrl", "Write a whole address, such as https://example.org/hook.");
      }
      const minutes = digestMinutes ?? 60;
      if (minutes < 5 || minutes > 1_440) throw new Invalid("digestMinutes", "Choose 5 minutes to one day.");
      await change(ctx, async (tx) => {
        await sql`insert into applet_notice_settings (project_id, emails, webhook_url, digest_minutes)
          values (${projectId}, ${clean}, ${url}, ${minutes})
          on conflict (project_id) do update set emails = excluded.emails, webhook_url = excluded.webhook_url,
            digest_minutes = excluded.digest_minutes`.execute(tx);
        await recordAudit(tx, ctx, {
          accountId,
          projectId,
          product: "pro_studio",
          action: "applet.notices-updated",
          objectType: "applet-notices",
          objectId: projectId,
          message: "changed who hears about failed applets",
          after: { emails: clean, webhookUrl: url, digestMinutes: minutes },
        });
        await publish(tx, "applet", { projectId });
      });
      return settingsOf(ctx, projectId);
    },
  },
};

async function settingsOf(ctx: Context, projectId: string) {
  const row = await ctx.db
    .selectFrom("applet_notice_settings")
    .select(["emails", "webhook_url as webhookUrl", "digest_minutes as digestMinutes"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return { projectId, emails: [], webhookUrl: null, digestMinutes: 60, ...row };
}
