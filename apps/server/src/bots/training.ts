// Training as a job: reads the version's files, trains in a thread of its own, and stores the model under
// the hash of the files. A worker that lost its lease cannot store anything.
import { botConfig, filePaths } from "@parley/bot-data";
import { sql } from "kysely";
import { setImmediate as othersTurn } from "node:timers/promises";
import {
  collectVectors,
  mayUseSentences,
  type NluInput,
  type SentenceVectors,
  trainAndEvaluate,
} from "#domains/nlu";
import type { Db } from "#platform/database.ts";
import type { RunningJob } from "#platform/jobs.ts";
import { publish } from "#platform/live.ts";
import type { Services } from "../context.ts";
import { entityDefinitions } from "./entity-file.ts";
import { entitiesOf, intentsOf, jsonOf } from "./reading.ts";
import { vectorStore } from "./utterance-vectors.ts";
import { readFiles } from "./versions.ts";

type Helpers = Pick<Services, "db" | "sentences">;

export async function trainVersion(services: Helpers, job: RunningJob): Promise<Record<string, unknown>> {
  const versionId = String(job.payload["versionId"]);
  const { db, sentences: encoder } = services;
  const { contentHash, input } = await whatToLearn(db, versionId);
  const { isAllowed, reason } = mayUseSentences(input);
  if (await isKnown(db, contentHash, encoder && isAllowed ? encoder.name : undefined)) {
    await job.log("The same files were trained before; that model is used again.");
    await job.commit((tx) => markTrained(tx, versionId, contentHash));
    return { contentHash };
  }
  await job.log(
    `Training ${input.intents.length} intents with ${input.intents.reduce((sum, it) => sum + it.utterances.length, 0)} examples.`,
  );
  if (encoder && !isAllowed) await job.log(reason);
  const sentences = encoder && isAllowed ? await readSentences(services, job, input) : undefined;
  const from = sentences ? SENTENCES_SHARE : 0;
  const { buffer, summary, report } = await trainAndEvaluate(
    input,
    (step) => void job.progress(from + (1 - from) * step.done, step.message).catch(() => undefined),
    job.signal,
    sentences,
  );
  const { embeddings } = summary;
  if (embeddings) {
    const [without, rich] = [percent(embeddings.accuracyWithout), percent(embeddings.accuracyWith)];
    await job.log(
      embeddings.isChosen
        ? `Sentence embeddings are used: ${rich} right on examples held back, ${without} without them.`
        : `Sentence embeddings are not used: ${rich} right on examples held back, ${without} without them; they must be clearly better.`,
    );
  }
  await job.log(`Chose ${summary.settings}; ${percent(report.accuracy)} right on unseen examples.`);
  await job.commit(async (tx) => {
    const model = { model: buffer, quality: JSON.stringify({ summary, report }) };
    // Replaced only where the add-on came or went since: otherwise the same files give the same model.
    await tx
      .insertInto("bot_models")
      .values({ content_hash: contentHash, ...model })
      .onConflict((conflict) =>
        conflict.column("content_hash").doUpdateSet({ ...model, created_at: new Date() }),
      )
      .execute();
    await markTrained(tx, versionId, contentHash);
  });
  await job.log("The model is stored.");
  return { contentHash, accuracy: report.accuracy };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** A model that was made with another encoder at hand, or with none, is made again. */
async function isKnown(db: Db, contentHash: string, encoder: string | undefined): Promise<boolean> {
  const { rows } = await sql<{ encoder: string | null }>`
    select quality #>> '{summary,embeddings,encoder}' as encoder
    from bot_models where content_hash = ${contentHash}`.execute(db);
  return rows[0] !== undefined && (rows[0].encoder ?? undefined) === encoder;
}

/** Of the whole training, as its progress shows it. */
const SENTENCES_SHARE = 0.5;

/** Undefined when the encoder fails: the bot is then trained as it would be without the add-on. */
async function readSentences(
  { db, sentences: encoder }: Helpers,
  job: RunningJob,
  input: NluInput,
): Promise<SentenceVectors | undefined> {
  if (!encoder) return undefined;
  try {
    return await collectVectors(input, encoder, vectorStore(db), {
      signal: job.signal,
      onStep: (done, of) =>
        void job
          .progress((SENTENCES_SHARE * done) / of, `Reading sentence ${done} of ${of}`)
          .catch(() => undefined),
    });
  } catch (error) {
    job.signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    await job.log(`Sentence embeddings could not be read and are not used. ${why}`);
    return undefined;
  }
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

/** After so many letters others get their turn: 200,000 utterances held them up for long on a busy machine. */
const lettersAtOnce = 200_000;

export async function nluInputOf(db: Db, versionId: string): Promise<NluInput> {
  const files = await readFiles(db, versionId);
  const config = botConfig.parse(
    jsonOf(files.find((file) => file.filePath === filePaths.config)?.content ?? "{}") ?? {},
  );
  const intents: NluInput["intents"][number][] = [];
  let lettersRead = 0;
  for (const file of files) {
    intents.push(...intentsOf([file]).filter((intent) => intent.utterances.length > 0));
    lettersRead += file.content.length;
    if (lettersRead < lettersAtOnce) continue;
    lettersRead = 0;
    await othersTurn();
  }
  return {
    intents,
    entities: entityDefinitions(entitiesOf(files)),
    language: config.language,
    seed: config.seed,
    strictness: config.strictness,
  };
}
