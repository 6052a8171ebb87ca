// The main file of a guest process. It has an empty environment, may read its own code and nothing else,
// and runs one script at a time for the server that started it.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createEngine, leastMemoryMb } from "./engine.ts";
import type { FromGuest, RunOrder, ToGuest } from "./protocol.ts";
import { parseProblem, runGuest } from "./run.ts";

const waiting = new Map<number, (answer: string) => void>();
let calls = 0;

process.on("message", (message: ToGuest) => {
  if (message.type === "run") void run(message);
  else if (message.type === "check") void check(message.code);
  else waiting.get(message.call)?.(message.answer);
});
process.on("disconnect", () => process.exit(0));
const watchdog = new Worker(new URL("./watchdog.ts", import.meta.url));
// A worker that is not awake yet would never wake up once a script holds the main thread.
await once(watchdog, "message");
watchdog.unref();
// The first engine costs most; it is paid before anybody waits.
await createEngine(leastMemoryMb, Date.now() + 1_000);
send({ type: "ready" });

async function run(order: RunOrder): Promise<void> {
  const outcome = await runGuest(order, (request) => {
    calls += 1;
    const call = calls;
    send({ type: "http", call, request });
    return new Promise((resolve) => waiting.set(call, resolve));
  });
  waiting.clear();
  send({ type: "done", outcome });
  // Frees the memory of the engine just used before the next one is made.
  globalThis.gc?.();
}

async function check(code: string): Promise<void> {
  const problem = await parseProblem(code);
  send(problem === undefined ? { type: "checked" } : { type: "checked", problem });
}

function send(message: FromGuest): void {
  process.send?.(message);
}
