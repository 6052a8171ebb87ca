// Turns sentences into vectors in a thread of its own: one sentence at a time, chats before trainings.
import { Worker } from "node:worker_threads";
import type { EncoderAnswer, EncoderTask } from "./encoder-worker.ts";

export interface SentenceEncoder {
  /** Which encoder makes the vectors; those of different ones cannot be compared. */
  readonly name: string;
  /**
   * Rejects when the thread died, when too many wait or when it took too long; the next call starts anew. Where it cannot
   * be started at all, chats are told the same error for a while, and trainings try it.
   */
  embed(text: string, options?: EmbedOptions): Promise<Int8Array>;
  close(): Promise<void>;
}

export type EmbedOptions = {
  /** Somebody waits for the answer: goes before what trainings asked for, and not for ever. */
  isChat?: boolean;
};

export const encoderName = "use-lite-en-0.2.0";

const CHAT_DEADLINE_MS = 2_000;
/** Beyond this many, the last would wait longer than its deadline anyway. */
const MOST_WAITING_CHATS = 100;
/** One sentence takes some milliseconds; a thread that is silent for so long will not come back. */
const STUCK_MS = 30_000;
/** Then the thread ends and gives its memory back. */
const IDLE_MS = 10 * 60_000;
const MEMORY_LIMIT_MB = 1_024;
/** Files that cannot be read are hardly mended by themselves, and each try costs a thread. */
const CHATS_TRY_AGAIN_MS = 5 * 60_000;

type Request = {
  text: string;
  isChat: boolean;
  resolve: (vector: Int8Array) => void;
  reject: (reason: Error) => void;
  deadline: NodeJS.Timeout | undefined;
};

export function createSentenceEncoder(folder: string, chatsTryAgainMs = CHATS_TRY_AGAIN_MS): SentenceEncoder {
  const chats: Request[] = [];
  const trainings: Request[] = [];
  let thread: Worker | undefined;
  let inFlight: Request | undefined;
  let watch: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isLoaded = false;
  let broken: { readonly reason: Error; readonly until: number } | undefined;

  function startThread(): Worker {
    isLoaded = false;
    const started = new Worker(new URL("./encoder-worker.ts", import.meta.url), {
      workerData: { folder },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    started.unref();
    started.on("message", (answer: EncoderAnswer) => {
      if (thread !== started) return;
      if ("isLoaded" in answer) {
        isLoaded = true;
        broken = undefined;
        return;
      }
      const request = settle();
      if ("vector" in answer) request?.resolve(answer.vector);
      else request?.reject(new Error(answer.error));
      next();
    });
    const onEnd = (reason: Error) => {
      if (thread !== started) return;
      thread = undefined;
      giveUp(reason);
      next();
    };
    started.on("error", onEnd);
    started.on("exit", (code) => onEnd(new Error(`The encoder's thread ended (exit code ${code}).`)));
    return started;
  }

  /** The sentence under way fails alone, unless it would be the same with each of the others. */
  function giveUp(reason: Error): void {
    if (isLoaded) {
      settle()?.reject(reason);
      return;
    }
    const sentence = `The sentence encoder cannot be started: ${reason.message}`;
    broken = {
      reason: new Error(sentence, { cause: reason }),
      until: performance.now() + chatsTryAgainMs,
    };
    for (const request of [settle(), ...chats.splice(0), ...trainings.splice(0)])
      request?.reject(broken.reason);
  }

  function settle(): Request | undefined {
    const request = inFlight;
    inFlight = undefined;
    clearTimeout(watch);
    return request;
  }

  function next(): void {
    if (inFlight || isClosed) return;
    inFlight = chats.shift() ?? trainings.shift();
    if (!inFlight) {
      thread?.unref();
      watch = setTimeout(dropThread, IDLE_MS, new Error("The encoder was idle.")).unref();
      return;
    }
    clearTimeout(watch);
    thread ??= startThread();
    // A process with a sentence under way stays alive for the answer; an idle thread holds nobody.
    thread.ref();
    watch = setTimeout(dropThread, STUCK_MS, new Error("The encoder did not answer."));
    thread.postMessage({ text: inFlight.text } satisfies EncoderTask);
  }

  function dropThread(reason: Error): void {
    const old = thread;
    if (!old) return;
    thread = undefined;
    giveUp(reason);
    void old.terminate();
    if (chats.length + trainings.length > 0) next();
  }

  return {
    name: encoderName,
    embed(text, { isChat = false } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Int8Array>();
      if (isClosed) return Promise.reject(new Error("The encoder was closed."));
      if (isChat && broken && performance.now() < broken.until) return Promise.reject(broken.reason);
      if (isChat && chats.length >= MOST_WAITING_CHATS) {
        return Promise.reject(new Error(`${MOST_WAITING_CHATS} sentences wait for the encoder.`));
      }
      const request: Request = { text, isChat, resolve, reject, deadline: undefined };
      if (isChat) {
        request.deadline = setTimeout(() => {
          const at = chats.indexOf(request);
          if (at >= 0) chats.splice(at, 1);
          reject(new Error(`The encoder took more than ${CHAT_DEADLINE_MS} ms.`));
        }, CHAT_DEADLINE_MS);
        promise.finally(() => clearTimeout(request.deadline)).catch(() => {});
      }
      (isChat ? chats : trainings).push(request);
      next();
      return promise;
    },
    async close() {
      isClosed = true;
      const reason = new Error("The encoder was closed.");
      for (const request of [...chats.splice(0), ...trainings.splice(0)]) request.reject(reason);
      const old = thread;
      thread = undefined;
      settle()?.reject(reason);
      await old?.terminate();
    },
  };
}
