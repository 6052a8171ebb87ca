import { sql } from "kysely";
import { recordAudit } from "#domains/audit-log";
import { findBot, refuseWhileUsed } from "#domains/bots";
import { filesOfVersions, knowledgeFileUrl } from "#domains/knowledge";
import { credentialsByIds } from "#domains/llm";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Tx } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { jsonObject, requiredText } from "#platform/input.ts";
import { publish } from "#platform/live.ts";
import { refuseStaleRow } from "#platform/versions.ts";
import { load, watch } from "../context.ts";
import { checkedSettings } from "./agent-format.ts";
import { gapsOf } from "./completeness.ts";
import { settingFor, solutionEntry, solutionFor, versionEntry, versionFor } from "./find.ts";
import { environmentEnum, publishMutations, publishQueries } from "./publish-resolvers.ts";
import { listSolutions, versionsOfSolutions } from "./queries.ts";
import { currentReleases, previousRelease } from "./release-queries.ts";
import { tryAgent } from "./try-agent.ts";
import { checkedValues, emptyValues } from "./version-input.ts";
import { insertVersionOf, updateVersionRow, valuesOf } from "./write-version.ts";

export const resolvers: Resolvers = {
  Query: {
    ...publishQueries,
    async solutions(_, { projectProStudioSettingId }, ctx) {
      await settingFor(ctx, "solution.read", projectProStudioSettingId);
      return listSolutions(ctx.db, projectProStudioSettingId);
    },
    solutionById: (_, { id }, ctx) => solutionFor(ctx, "solution.read", id),
    async solutionVersions(_, { solutionId }, ctx) {
      await solutionFor(ctx, "solution.read", solutionId);
      return load(ctx, versionsOfSolutions, solutionId);
    },
    solutionVersionById: (_, { id }, ctx) => versionFor(ctx, "solution.read", id),
  },
  Mutation: {
    ...publishMutations,
    async createSolution(_, { projectProStudioSettingId, solution, version }, ctx) {
      const setting = await settingFor(ctx, "solution.edit", projectProStudioSettingId);
      const name = requiredText("solution.name", solution.name, "a name");
      const settings = checkedSettings(jsonObject("solution.settings", solution.settings ?? {}));
      const values = await checkedValues(ctx.db, setting.projectId, version, emptyValues);
      const solutionId = await change(ctx, async (tx) => {
        const id = newId();
        await refuseTakenName(tx, setting.id, name);
        await tx
          .insertInto("solutions")
          .values({
            id,
            project_id: setting.projectId,
            project_pro_studio_setting_id: setting.id,
            name,
            settings: JSON.stringify(settings),
            created_by: ctx.viewer.userId ?? null,
            updated_by: ctx.viewer.userId ?? null,
          })
          .execute();
        await insertVersionOf(tx, id, values, { userId: ctx.viewer.userId });
        await recordAudit(tx, ctx, {
          accountId: setting.accountId,
          projectId: setting.projectId,
          product: "pro_studio",
          objectType: "solution",
          objectId: id,
          objectName: name,
          action: "solution.created",
          message: `created the solution ${name}`,
        });
        return id;
      });
      return solutionFor(ctx, "solution.read", solutionId);
    },
    async updateSolution(_, { id, name: given, settings: givenSettings, version }, ctx) {
      const solution = await solutionFor(ctx, "solution.edit", id);
      const name = given == null ? solution.name : requiredText("name", given, "a name");
      const settings = JSON.stringify(
        givenSettings == null ? solution.settings : checkedSettings(jsonObject("settings", givenSettings)),
      );
      await change(ctx, async (tx) => {
        if (name.toLowerCase() !== solution.name.toLowerCase())
          await refuseTakenName(tx, solution.projectProStudioSettingId, name);
        await refuseStaleRow(tx, "solutions", id, version, {
          ...(given != null && { name }),
          ...(givenSettings != null && { settings }),
        });
        await tx
          .updateTable("solutions")
          .set((eb) => ({
            name,
            settings,
            version: eb("version", "+", 1),
            updated_at: new Date(),
            updated_by: ctx.viewer.userId ?? null,
          }))
          .where("id", "=", id)
          .execute();
        await publish(tx, "solution", { solutionId: id });
        await recordAudit(tx, ctx, {
          ...solutionEntry(solution),
          action: "solution.updated",
          message: `changed the solution ${solution.name}`,
          before: { name: solution.name, settings: solution.settings },
          after: { name, settings: givenSettings ?? solution.settings },
        });
      });
      return solutionFor(ctx, "solution.read", id);
    },
    async deleteSolution(_, { solutionId }, ctx) {
      const solution = await solutionFor(ctx, "solution.edit", solutionId);
      await change(ctx, async (tx) => {
        const bot = solution.botSolutionId
          ? await findBot(tx, solution.projectId, solution.botSolutionId)
          : undefined;
        if (bot) await refuseWhileUsed(tx, bot.id, bot.botName);
        await tx.deleteFrom("solutions").where("id", "=", solutionId).execute();
        if (bot) await tx.deleteFrom("bots").where("id", "=", bot.id).execute();
        await publish(tx, "solution", { solutionId });
        await recordAudit(tx, ctx, {
          ...solutionEntry(solution),
          action: "solution.deleted",
          message: `deleted the solution ${solution.name}`,
          before: { name: solution.name },
        });
      });
      return solutionId;
    },
    async createSolutionVersion(_, { solutionId, version: input }, ctx) {
      const solution = await solutionFor(ctx, "solution.edit", solutionId);
      const base = input.basedOn == null ? undefined : await versionFor(ctx, "solution.read", input.basedOn);
      if (base && base.solutionId !== solutionId)
        throw new Invalid("version.basedOn", "The version belongs to another solution.");
      const start = base ? { ...valuesOf(base), note: "" } : emptyValues;
      const values = await checkedValues(ctx.db, solution.projectId, input, start);
      const id = await change(ctx, async (tx) => {
        const versionId = await insertVersionOf(tx, solutionId, values, {
          basedOn: base?.id,
          userId: ctx.viewer.userId,
        });
        await recordAudit(tx, ctx, {
          ...solutionEntry(solution),
          action: "solution-version.created",
          message: `created a version of ${solution.name}${base ? ` based on version ${base.number}` : ""}`,
        });
        return versionId;
      });
      return versionFor(ctx, "solution.read", id);
    },
    async updateSolutionVersion(_, { version: input }, ctx) {
      if (input.id == null) throw new Invalid("version.id", "Say which version to change.");
      const version = await versionFor(ctx, "solution.edit", input.id);
      await change(ctx, async (tx) => {
        const { before, changed } = await updateVersionRow(
          tx,
          version.id,
          (stored) => checkedValues(tx, version.projectId, input, valuesOf(stored)),
          { version: input.version ?? undefined, userId: ctx.viewer.userId },
        );
        await recordAudit(tx, ctx, {
          ...versionEntry(version),
          action: "solution-version.updated",
          message: `changed ${Object.keys(changed).join(", ") || "nothing"} of ${version.solutionName} version ${version.number}`,
          before: Object.fromEntries(Object.entries(valuesOf(before)).filter(([field]) => field in changed)),
          after: { ...changed },
        });
      });
      return versionFor(ctx, "solution.read", version.id);
    },
    async restoreSolutionVersion(_, { id, note }, ctx) {
      const version = await versionFor(ctx, "solution.edit", id);
      const newVersionId = await change(ctx, async (tx) => {
        const made = await insertVersionOf(
          tx,
          version.solutionId,
          { ...valuesOf(version), note: (note ?? `Restored from version ${version.number}`).slice(0, 2_000) },
          { basedOn: version.id, userId: ctx.viewer.userId },
        );
        await recordAudit(tx, ctx, {
          ...versionEntry(version),
          action: "solution-version.restored",
          message: `restored version ${version.number} of ${version.solutionName} as a new version`,
        });
        return made;
      });
      return versionFor(ctx, "solution.read", newVersionId);
    },
  },
  Subscription: {
    tryAgent,
    solutionVersionChanged: {
      async subscribe(_, { id }, ctx) {
        await versionFor(ctx, "solution.read", id);
        return watch(ctx, ["solution-version"], {
          isRelevant: ({ payload }) => payload["solutionVersionId"] === id,
          read: async () => ({ solutionVersionChanged: await versionFor(ctx, "solution.read", id) }),
        });
      },
    },
  },
  Solution: {
    solutionVersions: (solution, _, ctx) => load(ctx, versionsOfSolutions, solution.id),
    releases: (solution, _, ctx) => load(ctx, currentReleases, solution.id),
  },
  SolutionVersion: {
    files: async (version, _, ctx) =>
      (await load(ctx, filesOfVersions, version.id)).map((file) => ({
        ...file,
        url: knowledgeFileUrl(ctx, file.id),
      })),
    knowledgeFiles: (version, _, ctx) => load(ctx, filesOfVersions, version.id),
    llmCredential: (version, _, ctx) =>
      version.llmCredentialId ? load(ctx, credentialsByIds, version.llmCredentialId) : null,
    tasks: (version) => [...version.tasks],
    tools: (version) => [...version.tools],
    environments: (version) => version.environments.map(environmentEnum),
    isPublished: (version) => version.publishedAt !== null,
    fieldChanges: (version) =>
      Object.entries(version.fieldVersions).map(([field, change]) => ({ field, ...change })),
    completeness: async (version, _, ctx) => {
      const credential = version.llmCredentialId
        ? await load(ctx, credentialsByIds, version.llmCredentialId)
        : null;
      const missing = gapsOf(version, credential ?? undefined, await load(ctx, filesOfVersions, version.id));
      return { status: missing.length === 0 ? "COMPLETE" : "INCOMPLETE", missing };
    },
  },
  SolutionRelease: {
    environment: (release) => environmentEnum(release.environment),
    previous: async (release, _, ctx) =>
      release.isCurrent
        ? ((await previousRelease(ctx.db, release.solutionId, release.environment)) ?? null)
        : null,
  },
};

async function refuseTakenName(tx: Tx, settingId: string, name: string): Promise<void> {
  const { rows } = await sql`select 1 from solutions
    where project_pro_studio_setting_id = ${settingId} and lower(name) = lower(${name})`.execute(tx);
  if (rows.length > 0) throw new Invalid("solution.name", `There is a solution called ${name} already.`);
}
