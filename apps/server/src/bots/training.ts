// Training as a job: reads the version's files, trains in a thread of its own, and stores the model under
// the hash of the files. A worker that lost its lease cannot store anything.
import { botConfig, filePaths } from "@parley/bot-data";
import { sql } from "kysely";
import { type NluInput, trainAndEvaluate } from "#domains/nlu";
import type { Db } from "#platform/database.ts";
import type { RunningJob } from "#platform/jobs.ts";
import { publish } from "#platform/live.ts";
import type { Services } from "../context.ts";
import { entityDefinitions } from "./entity-file.ts";
import { entitiesOf, intentsOf, jsonOf } from "./reading.ts";
import { readFiles } from "./versions.ts";

export async function trainVersion(
  services: Pick<Services, "db">,
  job: RunningJob,
): Promise<Record<string, unknown>> {
  const versionId = String(job.payload["versionId"]);
  const { db } = services;
  const { contentHash, input } = await whatToLearn(db, versionId);
  const known = await db
    .selectFrom("bot_models")
    .select("quality")
    .where("content_hash", "=", contentHash)
    .executeTakeFirst();
  if (known) {
    await job.log("The same files were trained before; that model is used again.");
    await job.commit((tx) => markTrained(tx, versionId, contentHash));
    return { contentHash };
  }
  await job.log(
    `Training ${input.intents.length} intents with ${input.intents.reduce((sum, it) => sum + it.utterances.length, 0)} examples.`,
  );
  const { buffer, summary, report } = await trainAndEvaluate(
    input,
    (step) => void job.progress(step.done, step.message).catch(() => undefined),
    job.signal,
  );
  await job.log(
    `Chose ${summary.settings}; ${(report.accuracy * 100).toFixed(1)} % right on unseen examples.`,
  );
  await job.commit(async (tx) => {
    await tx
      .insertInto("bot_models")
      .values({
        content_hash: contentHash,
        model: buffer,
        quality: JSON.stringify({ summary, report }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await markTrained(tx, versionId, contentHash);
  });
  await job.log("The model is stored.");
  return { contentHash, accuracy: report.accuracy };
}

/** The files and their hash as of one moment: a model must never stand under the hash of other files. */
function whatToLearn(db: Db, versionId: string): Promise<{ contentHash: string; input: NluInput }> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const version = await tx
        .selectFrom("bot_versions")
        .select("content_hash")
        .where("id", "=", versionId)
        .executeTakeFirst();
      if (!version) throw new Error("The version is gone.");
      return { contentHash: version.content_hash, input: await nluInputOf(tx, versionId) };
    });
}

/** Only while the files are still those that were trained. */
async function markTrained(tx: Db, versionId: string, contentHash: string): Promise<void> {
  await sql`update bot_versions set trained_hash = ${contentHash}, trained_at = now()
    where id = ${versionId} and content_hash = ${contentHash}`.execute(tx);
  await publish(tx, "bot-version", { versionId });
}

export async function nluInputOf(db: Db, versionId: string): Promise<NluInput> {
  const files = await readFiles(db, versionId);
  const config = botConfig.parse(
    jsonOf(files.find((file) => file.filePath === filePaths.config)?.content ?? "{}") ?? {},
  );
  return {
    intents: intentsOf(files).filter((intent) => intent.utterances.length > 0),
    entities: entityDefinitions(entitiesOf(files)),
    language: config.language,
    seed: config.seed,
    strictness: config.strictness,
  };
}
