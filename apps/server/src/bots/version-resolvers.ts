// Edits of a draft version's files. Locked versions refuse; stale edits name who was faster.
import { filePaths, intentPath, scriptPath, type VersionFile } from "@parley/bot-data";
import { requireAccess } from "#access/viewer.ts";
import { nothingToAudit, recordAudit } from "#domains/audit-log";
import { intentsFromCsv, intentsFromRasaYaml } from "#domains/nlu";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import type { Context } from "../context.ts";
import { botOf, entry, versionOf } from "./find.ts";
import { entityFile, intentsOf } from "./reading.ts";
import { uploadedText } from "./uploaded.ts";
import { readFile, readFiles } from "./versions.ts";
import {
  type FileToWrite,
  insertVersion,
  lockDraft,
  maxFileBytes,
  removeFiles,
  writeFiles,
} from "./write-files.ts";

type Grants = { accountId: string; projectId: string };

export const resolvers = {
  Mutation: {
    async createBotVersion(_, { botId, basedOn, label, note, projectId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const bot = await botOf(ctx, projectId, botId);
      const base = basedOn ? await versionOf(ctx, projectId, basedOn) : undefined;
      if (base && base.botId !== botId)
        throw new Invalid("basedOn", "A version is based on one of the same bot.");
      const id = await change(ctx, async (tx) => {
        const versionId = await insertVersion(tx, {
          botId,
          basedOn: base?.id,
          label: label ?? "",
          note: note ?? "",
          createdBy: ctx.viewer.userId,
        });
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot-version", versionId, bot.botName),
          action: "bot-version.created",
          message: `created a version of the bot ${bot.botName}${base ? ` based on version ${base.number}` : ""}`,
        });
        return versionId;
      });
      return { data: await versionOf(ctx, projectId, id) };
    },
    async putVersionFiles(_, { projectId, versionId, files }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      return write(ctx, grants, versionId, files);
    },
    async deleteVersionFiles(_, { projectId, versionId, filePaths: paths }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      return remove(ctx, grants, versionId, paths);
    },
    async postVersionsConfig(_, { projectId, versionId, configFile }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      return write(ctx, grants, versionId, [
        {
          filePath: filePaths.config,
          content: await uploadedText(configFile, { maxBytes: maxFileBytes, field: "configFile" }),
        },
      ]);
    },
    async postVersionsScript(_, { projectId, versionId, scriptFile }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const files = await Promise.all(
        scriptFile.map(async (upload) => ({
          filePath: scriptPath((await upload).filename),
          content: await uploadedText(upload, { maxBytes: maxFileBytes, field: "scriptFile" }),
        })),
      );
      return write(ctx, grants, versionId, files);
    },
    async deleteScriptById(_, { projectId, scriptId, versionId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      await versionOf(ctx, projectId, versionId);
      if (!(await readFile(ctx.db, versionId, scriptPath(scriptId)))) throw new NotFound("script");
      await remove(ctx, grants, versionId, [scriptPath(scriptId)]);
      return scriptId;
    },
    async importIntents(_, { projectId, versionId, format, content }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      await versionOf(ctx, projectId, versionId);
      const imported = format === "CSV" ? intentsFromCsv(content) : intentsFromRasaYaml(content);
      if (imported.intents.length + imported.entities.length === 0) {
        nothingToAudit(ctx);
        const nothing = { line: 1, severity: "error", message: "There is nothing to read in this file." };
        return { data: null, messages: imported.problems.length > 0 ? imported.problems : [nothing] };
      }
      const result = await write(ctx, grants, versionId, (present) => {
        const known = new Map(intentsOf(present).map((it) => [it.name, it.utterances]));
        return [
          ...imported.intents.map((intent) => ({
            filePath: intentPath(intent.name),
            content: `${[...new Set([...(known.get(intent.name) ?? []), ...intent.utterances])].join("\n")}\n`,
          })),
          // An entity that is there already is left as its author made it.
          ...imported.entities
            .map(({ name, ...definition }) => entityFile(name, definition))
            .filter((file) => !present.some(({ filePath }) => filePath === file.filePath)),
        ];
      });
      const phrases = imported.intents.reduce((sum, intent) => sum + intent.utterances.length, 0);
      return {
        data: { ...result.data, read: { intents: imported.intents.length, phrases } },
        messages: imported.problems,
      };
    },
    async decideSupervisedUtterance(_, { projectId, botId, id, versionId, intent }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const bot = await botOf(ctx, projectId, botId);
      const version = versionId ? await versionOf(ctx, projectId, versionId) : undefined;
      if (intent && !version)
        throw new Invalid("versionId", "Choose the version whose intent gets the sentence.");
      if (version && version.botId !== botId)
        throw new Invalid("versionId", "The version belongs to another bot.");
      return change(ctx, async (tx) => {
        const utterance = await tx
          .updateTable("supervised_utterances")
          .set({
            status: intent ? "ASSIGNED" : "DISMISSED",
            intent: intent ?? null,
            decided_by: ctx.viewer.userId ?? null,
            decided_at: new Date(),
          })
          .where("id", "=", id)
          .where("bot_id", "=", botId)
          .where("status", "=", "OPEN")
          .returning("text")
          .executeTakeFirst();
        if (!utterance) throw new NotFound("sentence in the inbox");
        if (intent && version) {
          await lockDraft(tx, version.id);
          const current = await readFile(tx, version.id, intentPath(intent));
          const content = `${(current?.content ?? "").trimEnd()}\n${utterance.text}\n`.trimStart();
          await writeFiles(tx, version.id, [{ filePath: intentPath(intent), content }], ctx.viewer.userId);
        }
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot", botId, bot.botName),
          action: intent ? "utterance.assigned" : "utterance.dismissed",
          message: intent
            ? `added "${utterance.text}" to the intent ${intent} of the bot ${bot.botName}`
            : `dismissed "${utterance.text}" from the inbox of the bot ${bot.botName}`,
        });
        return { data: { id, status: intent ? "ASSIGNED" : "DISMISSED" } };
      });
    },
  },
} satisfies Resolvers;

type Files = readonly FileToWrite[];

/** The files, or what makes them from those that are there: nobody else writes in between. */
async function write(
  ctx: Context,
  grants: Grants,
  versionId: string,
  wanted: Files | ((present: readonly VersionFile[]) => Files),
) {
  const version = await versionOf(ctx, grants.projectId, versionId);
  if (wanted.length === 0) throw new Invalid("files", "There is no file to write.");
  await change(ctx, async (tx) => {
    await lockDraft(tx, versionId);
    const files = typeof wanted === "function" ? wanted(await readFiles(tx, versionId)) : wanted;
    await writeFiles(tx, versionId, files, ctx.viewer.userId);
    await recordAudit(tx, ctx, {
      ...entry(grants, "bot-version", versionId, `version ${version.number}`),
      action: "bot-version.updated",
      message: `changed ${files
        .map((file) => file.filePath)
        .slice(0, 5)
        .join(
          ", ",
        )}${files.length > 5 ? ` and ${files.length - 5} more files` : ""} in version ${version.number}`,
    });
  });
  return { data: await versionOf(ctx, grants.projectId, versionId) };
}

async function remove(ctx: Context, grants: Grants, versionId: string, paths: readonly string[]) {
  const version = await versionOf(ctx, grants.projectId, versionId);
  await change(ctx, async (tx) => {
    await removeFiles(tx, versionId, paths);
    await recordAudit(tx, ctx, {
      ...entry(grants, "bot-version", versionId, `version ${version.number}`),
      action: "bot-version.updated",
      message: `removed ${paths.join(", ")} from version ${version.number}`,
    });
  });
  return { data: await versionOf(ctx, grants.projectId, versionId) };
}
