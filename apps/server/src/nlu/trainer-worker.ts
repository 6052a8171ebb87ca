// The thread behind trainer.ts: one task, one answer, then it ends.
import { parentPort, workerData } from "node:worker_threads";
import { letOthersGoFirst } from "#platform/background-thread.ts";
import { trainInThread } from "./classifier/train.ts";
import { NluInputError } from "./limits.ts";
import { evaluateInThread } from "./quality/evaluate.ts";
import type { NluInput, Progress, QualityReport, SentenceVectors, TrainingSummary } from "./types.ts";

export type WorkerTask = {
  kind: "train" | "evaluate" | "train and evaluate";
  input: NluInput;
  sentences?: SentenceVectors | undefined;
};

export type WorkerAnswer =
  | { kind: "progress"; progress: Progress }
  | { kind: "trained"; model: Uint8Array<ArrayBuffer>; summary: TrainingSummary; report?: QualityReport }
  | { kind: "evaluated"; report: QualityReport }
  | { kind: "refused"; sentence: string };

function answer(message: WorkerAnswer, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

const MILLISECONDS_BETWEEN_REPORTS = 100;
let lastReport = 0;

function report(progress: Progress): void {
  const now = performance.now();
  if (progress.done < 1 && now - lastReport < MILLISECONDS_BETWEEN_REPORTS) return;
  lastReport = now;
  answer({ kind: "progress", progress });
}

function run(task: WorkerTask): void {
  if (task.kind === "evaluate") {
    answer({ kind: "evaluated", report: evaluateInThread(task.input, report) });
    return;
  }
  const isBoth = task.kind === "train and evaluate";
  const part = (from: number, to: number) => (progress: Progress) =>
    report({ ...progress, done: from + (to - from) * progress.done });
  const { buffer, summary, recipe } = trainInThread(task.input, part(0, isBoth ? 0.7 : 1), task.sentences);
  const model = new Uint8Array(buffer);
  const quality = isBoth ? evaluateInThread(task.input, part(0.7, 1), recipe, task.sentences) : undefined;
  answer({ kind: "trained", model, summary, ...(quality && { report: quality }) }, [model.buffer]);
}

letOthersGoFirst();
try {
  run(workerData);
} catch (error) {
  if (!(error instanceof NluInputError)) throw error;
  answer({ kind: "refused", sentence: error.message });
}
