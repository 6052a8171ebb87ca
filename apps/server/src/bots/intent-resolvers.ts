// An intent as a whole: where it is used, and a new name for it everywhere at once.
import { filePathProblem, intentNameOf, intentPath } from "@parley/bot-data";
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { entry, versionOf } from "./find.ts";
import { intentUses, withIntentRenamed } from "./intent-uses.ts";
import { readFiles } from "./versions.ts";
import { removeFiles, writeFiles } from "./write-files.ts";

export const resolvers = {
  Query: {
    async getIntentUses(_, { projectId, versionId, intent }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      return { data: intentUses(await readFiles(ctx.db, version.id), intent) };
    },
  },
  Mutation: {
    async renameIntent(_, { projectId, versionId, intent, name }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      const next = name.trim();
      const problem = filePathProblem(intentPath(next));
      if (problem) throw new Invalid("name", problem);
      const left = await change(ctx, async (tx) => {
        const files = await readFiles(tx, versionId);
        const names = new Set(files.flatMap((file) => intentNameOf(file.filePath) ?? []));
        if (!names.has(intent)) throw new NotFound("intent");
        if (names.has(next)) throw new Conflict(`There is already an intent ${next} in this version.`);
        const { written, removed } = withIntentRenamed(files, intent, next);
        const uses = intentUses(files, intent);
        const changed = uses.filter((use) => use.isRenamed).length;
        await writeFiles(tx, versionId, written, ctx.viewer.userId);
        await removeFiles(tx, versionId, removed);
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot-version", versionId, `version ${version.number}`),
          action: "bot-version.updated",
          message: `renamed the intent ${intent} to ${next} in version ${version.number}, also in ${changed} places of its flow`,
          before: { intent },
          after: { intent: next },
        });
        return uses.filter((use) => !use.isRenamed);
      });
      return { data: await versionOf(ctx, projectId, versionId), messages: left };
    },
  },
} satisfies Resolvers;
