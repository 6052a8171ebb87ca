// A version as the chat runtime needs it: parsed once and kept while it is in use. Keyed by the hash of
// its files, so that a changed draft is read again.
import { botConfig, type BotConfig, filePaths } from "@parley/bot-data";
import { emptyFlow, type Flow, parseFlowText, type Slots } from "@parley/flow";
import { loadModel, type NluModel } from "#domains/nlu";
import type { Db } from "#platform/database.ts";
import { NotFound } from "#platform/errors.ts";
import { answersOf, withAnswers } from "./answers.ts";
import { jsonOf } from "./reading.ts";
import { withResources } from "./resources.ts";
import { slotsOf } from "./slots.ts";
import { readFiles } from "./versions.ts";

export interface RunnableBot {
  readonly botId: string;
  readonly projectId: string;
  readonly versionId: string;
  readonly number: number;
  readonly type: string;
  readonly config: BotConfig;
  readonly flow: Flow;
  /** What intents want to know, by intent. */
  readonly slots: Slots;
  /** By name with and without ".js". */
  readonly scripts: ReadonlyMap<string, string>;
  /** Undefined when the version has no trained intents. */
  readonly model: NluModel | undefined;
  /** What a solution was compiled to; undefined for other bots. */
  readonly agent: unknown;
  readonly timeZone: string;
}

const maxKept = 200;
const kept = new Map<string, RunnableBot>();

/** Of the version's files as they were when it was trained last, even when they changed since. */
export async function lastTrainedModel(db: Db, versionId: string): Promise<NluModel | undefined> {
  const row = await db
    .selectFrom("bot_versions as v")
    .innerJoin("bot_models as m", "m.content_hash", "v.trained_hash")
    .select("m.model")
    .where("v.id", "=", versionId)
    .executeTakeFirst();
  return row && loadModel(row.model);
}

export async function loadRunnableBot(db: Db, versionId: string): Promise<RunnableBot> {
  const row = await db
    .selectFrom("bot_versions as v")
    .innerJoin("bots as b", "b.id", "v.bot_id")
    .innerJoin("projects as p", "p.id", "b.project_id")
    .innerJoin("customers as c", "c.id", "b.customer_id")
    .leftJoin("time_zones as z", "z.id", "p.time_zone_id")
    .leftJoin("bot_models as m", "m.content_hash", "v.content_hash")
    .select([
      "v.content_hash",
      "v.number",
      "b.id as botId",
      "b.project_id as projectId",
      "b.type",
      "z.identifier",
      "c.resources",
      // Training changes no file: a bot that was met before it must not stay without a model.
      // Nor does training again with an add-on that came or went.
      "m.created_at as trainedAt",
    ])
    .where("v.id", "=", versionId)
    .executeTakeFirst();
  if (!row) throw new NotFound("version");
  const key = `${versionId} ${row.content_hash} ${row.trainedAt?.toISOString() ?? "untrained"} ${row.identifier} ${row.type} ${JSON.stringify(row.resources)}`;
  const known = kept.get(key);
  if (known) return known;
  const files = await readFiles(db, versionId);
  const textOf = (path: string) => files.find((file) => file.filePath === path)?.content;
  const parsed = parseFlowText(textOf(filePaths.flow) ?? '{"nodes":[]}');
  const stored = await db
    .selectFrom("bot_models")
    .select("model")
    .where("content_hash", "=", row.content_hash)
    .executeTakeFirst();
  const config = botConfig.catch(botConfig.parse({})).parse(jsonOf(textOf(filePaths.config) ?? "{}"));
  const flow = parsed.ok ? parsed.flow : emptyFlow();
  const bot: RunnableBot = {
    botId: row.botId,
    projectId: row.projectId,
    versionId,
    number: row.number,
    type: row.type,
    config,
    flow: withResources(
      row.type === "FAQ" ? withAnswers(flow, answersOf(files), config.greeting) : flow,
      row.resources,
    ),
    slots: slotsOf(files),
    scripts: new Map(
      files
        .filter((file) => file.filePath.startsWith(filePaths.scripts))
        .flatMap((file) => {
          const name = file.filePath.slice(filePaths.scripts.length);
          return [[name, file.content] as const, [name.replace(/\.js$/, ""), file.content] as const];
        }),
    ),
    model: stored ? loadModel(stored.model) : undefined,
    agent: jsonOf(textOf(filePaths.agent) ?? "null") ?? undefined,
    timeZone: row.identifier ?? "UTC",
  };
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? "");
  kept.set(key, bot);
  return bot;
}
