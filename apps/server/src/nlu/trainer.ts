// Training and evaluation in a thread of their own, so that a bot in training never slows a chat.
import { Worker } from "node:worker_threads";
import { checkInput, NluInputError } from "./limits.ts";
import type { WorkerAnswer, WorkerTask } from "./trainer-worker.ts";
import type { NluInput, Progress, QualityReport, SentenceVectors, TrainedModel } from "./types.ts";

type OnProgress = (progress: Progress) => void;

/** Enough for 200,000 utterances; a runaway training ends with an error and harms nobody else. */
const MEMORY_LIMIT_MB = 4_096;

/** Rejects with the signal's reason when cancelled: the thread is ended at once. */
export async function trainNlu(
  input: NluInput,
  onProgress: OnProgress = () => {},
  signal?: AbortSignal,
): Promise<TrainedModel> {
  const answer = await runInThread({ kind: "train", input }, onProgress, signal);
  if (answer.kind !== "trained") throw new Error(`The trainer answered “${answer.kind}”.`);
  const { buffer, byteOffset, byteLength } = answer.model;
  return { buffer: Buffer.from(buffer, byteOffset, byteLength), summary: answer.summary };
}

/** Both in one thread: the settings are chosen once. With vectors the add-on is tried as well. */
export async function trainAndEvaluate(
  input: NluInput,
  onProgress: OnProgress = () => {},
  signal?: AbortSignal,
  sentences?: SentenceVectors,
): Promise<TrainedModel & { report: QualityReport }> {
  const answer = await runInThread({ kind: "train and evaluate", input, sentences }, onProgress, signal);
  if (answer.kind !== "trained" || !answer.report)
    throw new Error(`The trainer answered “${answer.kind}” without a report.`);
  const { buffer, byteOffset, byteLength } = answer.model;
  return {
    buffer: Buffer.from(buffer, byteOffset, byteLength),
    summary: answer.summary,
    report: answer.report,
  };
}

export async function evaluate(
  input: NluInput,
  onProgress: OnProgress = () => {},
  signal?: AbortSignal,
): Promise<QualityReport> {
  const answer = await runInThread({ kind: "evaluate", input }, onProgress, signal);
  if (answer.kind !== "evaluated") throw new Error(`The trainer answered “${answer.kind}”.`);
  return answer.report;
}

async function runInThread(
  task: WorkerTask,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<WorkerAnswer> {
  checkInput(task.input);
  signal?.throwIfAborted();
  const worker = new Worker(new URL("./trainer-worker.ts", import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>();
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  worker.on("message", (message: WorkerAnswer) => {
    if (message.kind === "progress") onProgress(message.progress);
    else if (message.kind === "refused") reject(new NluInputError(message.sentence));
    else resolve(message);
  });
  worker.on("error", reject);
  worker.on("exit", (code) => reject(new Error(`The training thread ended early (exit code ${code}).`)));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener("abort", onAbort);
    await worker.terminate();
  }
}
