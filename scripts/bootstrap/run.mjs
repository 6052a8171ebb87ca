import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./paths.mjs";

export class StepFailed extends Error {
  /**
   * @param {string} message
   * @param {string} output
   */
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/**
 * One line of progress; what the program prints is only worth reading when it fails.
 * @param {string} title
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<void>}
 */
export function runQuietly(title, program, parameters, env = process.env) {
  const began = Date.now();
  process.stdout.write(`${title}… `);
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output += text));
    const fail = (/** @type {string} */ how) => {
      process.stdout.write("failed\n");
      reject(new StepFailed(`${title} failed: ${how}.`, output));
    };
    child.once("error", (error) => fail(error.message));
    child.once("close", (code, signal) => {
      if (code !== 0) return fail(`${program} ended with ${signal ?? code}`);
      process.stdout.write(`${((Date.now() - began) / 1_000).toFixed(1)} s\n`);
      resolve();
    });
  });
}

/**
 * Hands the terminal to a program, and ends as it ends.
 * @param {string} program
 * @param {readonly string[]} parameters
 */
export function become(program, parameters) {
  // The channel closes when this process is killed, and the program then ends too.
  const child = spawn(program, parameters, { cwd: root, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      // Ctrl-C reaches the program from the terminal already.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  if (process.env["npm_lifecycle_event"]) endWithNpm(child);
  child.once("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
}

/**
 * Between npm and this process stands a shell that ends on a signal without passing it on.
 * @param {import("node:child_process").ChildProcess} child
 */
function endWithNpm(child) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, 250);
}
