// An intent as a whole: where it is used, and a new name for it everywhere at once.
import { filePathProblem, intentNameOf, intentPath } from "@parley/bot-data";
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { renameIntentInDrawing } from "#domains/pro-studio";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { entry, versionOf } from "./find.ts";
import { usesInDrawing } from "./drawing.ts";
import { intentUses, withIntentRenamed } from "./intent-uses.ts";
import { readFiles } from "./versions.ts";
import { lockDraft, removeFiles, writeFiles } from "./write-files.ts";

export const resolvers = {
  Query: {
    async getIntentUses(_, { projectId, versionId, intent }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const { id, drawing } = await versionOf(ctx, projectId, versionId);
      const uses = intentUses(await readFiles(ctx.db, id), intent);
      const drawn = drawing ? await usesInDrawing(ctx.db, drawing, intent, uses) : [];
      return { data: [...uses, ...drawn] };
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
        await lockDraft(tx, versionId);
        const files = await readFiles(tx, versionId);
        const taken = new Set(files.flatMap((file) => intentNameOf(file.filePath) ?? []));
        if (!taken.has(intent)) throw new NotFound("intent");
        if (taken.has(next)) throw new Conflict(`There is already an intent ${next} in this version.`);
        const { written, removed } = withIntentRenamed(files, intent, next);
        const uses = intentUses(files, intent);
        const changed = uses.filter((use) => use.isRenamed).length;
        await writeFiles(tx, versionId, written, ctx.viewer.userId);
        await removeFiles(tx, versionId, removed);
        // Without this the next sync would bring the old name back.
        if (version.drawing && !version.drawing.isPublished) {
          const names = { before: intent, after: next };
          await renameIntentInDrawing(tx, version.drawing.solutionVersionId, names, ctx.viewer.userId);
        }
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
