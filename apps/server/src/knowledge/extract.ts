// The text of a document, or a named reason why there is none.
import { Worker } from "node:worker_threads";
import type { DocumentFormat, ExtractAnswer, ExtractTask } from "./extract-worker.ts";

const deadlineMs = 120_000;
const memoryMb = 512;
const lookAtMemoryEveryMs = 50;

export function formatOf(mimeType: string, name: string): DocumentFormat | undefined {
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  if (mimeType === "application/pdf") return "pdf";
  if (mimeType === "application/vnd.openxmlformats-officedocument.wordprocessingml.document") return "docx";
  if (mimeType !== "text/plain" && mimeType !== "text/html") return undefined;
  if (ending === "csv" || ending === "tsv") return "csv";
  if (ending === "md" || ending === "markdown") return "markdown";
  if (mimeType === "text/html" || ending === "html" || ending === "htm") return "html";
  return "text";
}

/** Only ever answers; a file that breaks the reader is an answer too. */
export async function extractDocument(
  format: DocumentFormat,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<ExtractAnswer> {
  const task: ExtractTask = { format, bytes };
  const worker = new Worker(new URL("./extract-worker.ts", import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Readers print complaints about odd files; nobody looks at them.
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<ExtractAnswer>();
  const tooMuch: ExtractAnswer = {
    ok: false,
    code: "document_too_complex",
    message: "The document needs more memory or time to read than is allowed. Split it into smaller ones.",
  };
  const timer = setTimeout(() => resolve(tooMuch), deadlineMs);
  // The limit above is about objects; what a reader unfolds lies beside them, in buffers.
  const look = setInterval(() => {
    const isTooMuch = worker
      .getHeapStatistics()
      .then(({ external_memory: bytes }) => bytes > memoryMb * 1024 * 1024);
    void isTooMuch.then((is) => is && resolve(tooMuch)).catch(() => undefined);
  }, lookAtMemoryEveryMs);
  const stop = () => reject(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  worker.on("message", (answer: ExtractAnswer) => resolve(answer));
  worker.on("error", () => resolve(tooMuch));
  worker.on("exit", () => resolve(tooMuch));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(look);
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
