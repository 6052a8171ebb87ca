import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";

it.runIf(process.platform === "linux" && getPriority() < 10)(
  "gives way alone: the rest of the server keeps its place",
  async () => {
    const before = getPriority();
    const file = new URL("./background-thread.ts", import.meta.url).href;
    const worker = new Worker(
      `import(${JSON.stringify(file)}).then(({ letOthersGoFirst }) => {
       letOthersGoFirst();
       require("node:worker_threads").parentPort.once("message", () => process.exit());
       require("node:worker_threads").parentPort.postMessage("ready");
     })`,
      { eval: true },
    );
    await once(worker, "message");
    const threads = readdirSync("/proc/self/task").map((id) => niceOf(`/proc/self/task/${id}/stat`));
    expect(threads.filter((nice) => nice === 10)).toHaveLength(1);
    expect(getPriority()).toBe(before);
    worker.postMessage("end");
    await once(worker, "exit");
  },
);

/** The 17th field after the name, which may have spaces and is in brackets. */
function niceOf(path: string): number {
  const text = readFileSync(path, "utf8");
  return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[16]);
}
