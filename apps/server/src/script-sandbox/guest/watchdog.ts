// A script may be inside a built-in that never looks up. When the server dies then, nobody else would end this process.
import { parentPort } from "node:worker_threads";

const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, 1_000);
parentPort?.postMessage("awake");
