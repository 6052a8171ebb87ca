// Validate, train, try, deploy.
import { filePaths, type VersionData } from "@parley/bot-data";
import { fillSlots, interpolate } from "@parley/flow";
import { sql } from "kysely";
import { can, requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { asNluEntity, extractEntities, loadModel, meaningFor } from "#domains/nlu";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Tx } from "#platform/database.ts";
import { Conflict, Forbidden, Invalid } from "#platform/errors.ts";
import { addJob } from "#platform/jobs.ts";
import type { Context } from "../context.ts";
import { listAssets } from "./assets.ts";
import { deployProblems, deployVersion } from "./deploy.ts";
import { botOf, entry, versionOf } from "./find.ts";
import { listDeployments, timeZoneOf } from "./queries.ts";
import { slotsOf } from "./slots.ts";
import { validateVersionFiles } from "./validation.ts";
import { readFiles } from "./versions.ts";
import { insertVersion } from "./write-files.ts";

/** Asked where nobody else can start one meanwhile: a double click trains once. */
async function refuseSecondTraining(tx: Tx, versionId: string): Promise<void> {
  await sql`select 1 from bot_versions where id = ${versionId} for no key update`.execute(tx);
  const { rows } = await sql<{ status: string }>`select j.status from bot_versions v
    join jobs j on j.id = v.training_job_id where v.id = ${versionId}`.execute(tx);
  if (rows[0]?.status === "QUEUED" || rows[0]?.status === "RUNNING")
    throw new Conflict("This version is being trained already.");
}

/** What goes out is what was checked, also when somebody saves at that moment. */
async function refuseChanged(tx: Tx, version: VersionData): Promise<void> {
  const { rows } = await sql<{ content_hash: string }>`select content_hash from bot_versions
    where id = ${version.id} for no key update`.execute(tx);
  if (rows[0]?.content_hash !== version.contentHash)
    throw new Conflict(`Version ${version.number} changed while it was being deployed. Look at it again.`);
}

const maxTryCharacters = 2_000;

export const resolvers = {
  Query: {
    async tryUtterance(_, { versionId, projectId, text, strictness }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      if (text.length > maxTryCharacters)
        throw new Invalid("text", `A sentence has at most ${maxTryCharacters} characters.`);
      const stored = await modelOf(ctx, version.contentHash);
      if (!stored)
        throw new Conflict("Train this version first; it changed since it was trained or never was.");
      const model = loadModel(stored.model);
      const meaning = await meaningFor(ctx, model, text);
      const prediction = model.predict(text, { meaning, ...(strictness != null && { strictness }) });
      const timeZone = await timeZoneOf(ctx.db, projectId);
      const entities = extractEntities(text, model.entities, { timeZone, now: new Date() });
      const slots = slotsOf(await readFiles(ctx.db, version.id)).get(prediction.intents[0]?.name ?? "") ?? [];
      const { words, values } = fillSlots(slots, entities.map(asNluEntity));
      return {
        data: {
          ...prediction,
          entities,
          slots: prediction.isOutOfScope
            ? []
            : slots.map(({ name, required, prompt }) => ({
                name,
                words: words[name] ?? null,
                asks:
                  required === true && words[name] === undefined ? interpolate(prompt ?? "", values) : null,
              })),
        },
      };
    },
    async getVersionQuality(_, { versionId, projectId }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      // While phrases are moved about, what the last training found is still what one works from.
      const trained = await ctx.db
        .selectFrom("bot_versions")
        .select("trained_hash")
        .where("id", "=", version.id)
        .executeTakeFirst();
      const hash = version.training.isCurrent ? version.contentHash : trained?.trained_hash;
      const quality = hash ? (await modelOf(ctx, hash))?.quality : undefined;
      return {
        data: quality ? { ...asRecord(quality), isEncoderMissing: lacksEncoder(ctx, quality) } : null,
      };
    },
  },
  Mutation: {
    async validateVersion(_, { versionId, projectId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      const bot = await botOf(ctx, projectId, version.botId);
      const messages = await validateVersionFiles({
        botType: bot.botType,
        files: await readFiles(ctx.db, versionId),
        assetIds: (await listAssets(ctx, version.botId)).map((asset) => asset.id),
        checkScript: (code) => ctx.scripts.checkScript(code),
      });
      await change(ctx, async (tx) => {
        await tx
          .updateTable("bot_versions")
          .set({
            validated_hash: version.contentHash,
            validated_at: new Date(),
            validation_messages: JSON.stringify(messages),
          })
          .where("id", "=", versionId)
          .execute();
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot-version", versionId, `version ${version.number}`),
          action: "bot-version.validated",
          message: `validated version ${version.number}: ${messages.filter((it) => it.severity === "error").length} errors`,
        });
      });
      return { data: await versionOf(ctx, projectId, versionId), messages };
    },
    async putVersionTrain(_, { versionId, projectId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      if (!version.files.some((file) => file.filePath.startsWith(filePaths.intents))) {
        throw new Conflict("There is nothing to train: the version has no intents.");
      }
      const jobId = await change(ctx, async (tx) => {
        await refuseSecondTraining(tx, versionId);
        const id = await addJob(tx, {
          kind: "train-bot-version",
          accountId: grants.accountId,
          projectId,
          objectId: versionId,
          payload: { versionId },
          createdBy: ctx.viewer.userId,
        });
        await tx
          .updateTable("bot_versions")
          .set({ training_job_id: id })
          .where("id", "=", versionId)
          .execute();
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot-version", versionId, `version ${version.number}`),
          action: "bot-version.training-started",
          message: `started training version ${version.number}`,
        });
        return id;
      });
      return { data: { ...(await versionOf(ctx, projectId, versionId)), jobId } };
    },
    async deployBotVersion(_, { versionId, environment, doVersionBump, force, projectId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.deploy", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      const bot = await botOf(ctx, projectId, version.botId);
      const target = (await listDeployments(ctx.db, projectId, bot.id)).find(
        (row) => row.environment === environment,
      );
      if (!target) throw new Invalid("environment", `This project has no environment ${environment}.`);
      const messages = deployProblems(
        version,
        version.files.some((file) => file.filePath.startsWith(filePaths.intents)),
      );
      // A version that is locked went out before: rolling back to it asks nothing new.
      const isRefused = messages.length > 0 && !version.isLocked;
      if (isRefused && !force) {
        throw new Conflict(
          `Version ${version.number} is not ready for ${environment}. ${messages.join(" ")}`,
          { messages },
        );
      }
      if (isRefused && !(await can(ctx.viewer, "bot.force-deploy", { projectId }))) throw new Forbidden();
      const deployedId = await change(ctx, async (tx) => {
        await refuseChanged(tx, version);
        const id = doVersionBump
          ? await insertVersion(tx, {
              botId: bot.id,
              basedOn: versionId,
              label: version.label,
              note: `Deployed to ${environment}`,
              createdBy: ctx.viewer.userId,
            })
          : versionId;
        if (doVersionBump) {
          await tx
            .updateTable("bot_versions")
            .set({
              validated_hash: version.validation.isCurrent ? version.contentHash : null,
              validated_at: version.validation.at,
              validation_messages: JSON.stringify(version.validation.messages),
              trained_hash: version.training.isCurrent ? version.contentHash : null,
              trained_at: version.training.at,
            })
            .where("id", "=", id)
            .execute();
        }
        await deployVersion(tx, {
          botId: bot.id,
          versionId: id,
          environment,
          isForced: isRefused,
          userId: ctx.viewer.userId,
        });
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot", bot.id, bot.botName),
          action: "bot.deployed",
          message: `deployed version ${version.number} of the bot ${bot.botName} to ${environment}${isRefused ? ", against the checks" : ""}`,
          before: { versionId: target.versionId, number: target.number },
          after: { versionId: id, environment, messages },
        });
        return id;
      });
      return { data: await versionOf(ctx, projectId, deployedId), messages };
    },
    async runScriptOnce(_, { projectId, versionId, code, input, variables }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      const result = await ctx.scripts.runScript({
        code,
        input: input ?? null,
        variables: asRecord(variables),
      });
      await change(ctx, (tx) =>
        recordAudit(tx, ctx, {
          ...entry(grants, "bot-version", versionId, `version ${version.number}`),
          action: "script.tried",
          message: `ran a script by hand in version ${version.number}`,
        }),
      );
      return { data: result };
    },
  },
} satisfies Resolvers;

/** The model wants sentence embeddings and this server has none: the part of it answers that needs none. */
function lacksEncoder(ctx: Context, quality: unknown): boolean {
  const { embeddings } = asRecord(asRecord(quality)["summary"]);
  const { isChosen, encoder } = asRecord(embeddings);
  return isChosen === true && ctx.sentences?.name !== encoder;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function modelOf(ctx: Context, contentHash: string) {
  return ctx.db
    .selectFrom("bot_models")
    .select(["model", "quality"])
    .where("content_hash", "=", contentHash)
    .executeTakeFirst();
}
