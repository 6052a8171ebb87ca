// What an author asks while writing: what would be found, what is wrong with a script, how earlier trainings went.
import { requireAccess } from "#access/viewer.ts";
import { checkEntities, extractEntities } from "#domains/nlu";
import type { Resolvers } from "#generated/resolvers.ts";
import { Invalid } from "#platform/errors.ts";
import { entityDefinitions, entityFileSchema } from "./entity-file.ts";
import { botOf, versionOf } from "./find.ts";
import { timeZoneOf } from "./queries.ts";
import { entitiesOf } from "./reading.ts";
import { listTrainings } from "./trainings.ts";
import { readFiles } from "./versions.ts";

const maxTexts = 500;
const maxCharacters = 100_000;

export const resolvers = {
  Query: {
    async findEntities(_, { projectId, versionId, texts, name, definition }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      if (texts.length > maxTexts || texts.join("").length > maxCharacters)
        throw new Invalid("texts", `Ask for at most ${maxTexts} short texts at once.`);
      const given =
        definition == null ? undefined : entityFileSchema.safeParse({ ...asObject(definition), name });
      if (given && !given.success) {
        const issue = given.error.issues[0];
        const problem = `${issue?.path.join(".") || "The entity"}: ${issue?.message ?? "is not readable"}.`;
        return { data: { problems: [problem], finds: texts.map(() => []) } };
      }
      const definitions = given
        ? entityDefinitions([given.data])
        : entityDefinitions(entitiesOf(await readFiles(ctx.db, version.id)));
      const problems = checkEntities(definitions).map((problem) => problem.message);
      const options = { timeZone: await timeZoneOf(ctx.db, projectId), now: new Date() };
      // A definition with a problem finds nothing; the others go on.
      const sound = definitions.filter((one) => checkEntities([one]).length === 0);
      return { data: { problems, finds: texts.map((text) => extractEntities(text, sound, options)) } };
    },
    async checkScript(_, { projectId, versionId, code }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      await versionOf(ctx, projectId, versionId);
      return { data: await ctx.scripts.checkScript(code) };
    },
    async getTrainings(_, { projectId, botId }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      await botOf(ctx, projectId, botId);
      return { data: await listTrainings(ctx.db, botId) };
    },
  },
} satisfies Resolvers;

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
