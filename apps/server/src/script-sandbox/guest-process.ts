// Starts a guest process with nothing a script could want: no environment, no files but its own code, no addons.
import { fork, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { FromGuest, ToGuest } from "./guest/protocol.ts";
import { readMessage } from "./messages.ts";

export interface GuestProcess {
  readonly pid: number | undefined;
  send(message: ToGuest): void;
  /** Ends it at once; `onExit` follows. */
  kill(): void;
}

export interface GuestEvents {
  readonly onMessage: (message: FromGuest) => void;
  readonly onExit: () => void;
}

const guestFolder = fileURLToPath(new URL("./guest/", import.meta.url));
const packageFolder = createRequire(import.meta.url)
  .resolve("quickjs-emscripten")
  .split(`${sep}quickjs-emscripten${sep}`)[0];
const readable = [
  `${guestFolder}*`,
  `${packageFolder}/quickjs-emscripten/*`,
  `${packageFolder}/quickjs-emscripten-core/*`,
  `${packageFolder}/@jitl/*`,
];
const nodeOptions = [
  "--permission",
  ...readable.map((path) => `--allow-fs-read=${path}`),
  // For the watchdog.
  "--allow-worker",
  "--disallow-code-generation-from-strings",
  "--no-addons",
  "--no-warnings",
  "--expose-gc",
  "--max-old-space-size=64",
  // Deep enough that QuickJS meets its own limit first and can tell the script.
  "--stack-size=2000",
];

export function startGuestProcess({ onMessage, onExit }: GuestEvents): GuestProcess {
  const child = fork(`${guestFolder}process.ts`, [], {
    env: {},
    execArgv: nodeOptions,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "json",
  });
  child.on("message", (message) => {
    const known = readMessage(message);
    // A process that says what none of ours says is not ours any more.
    if (known === undefined) child.kill("SIGKILL");
    else onMessage(known);
  });
  child.on("error", () => child.kill("SIGKILL"));
  child.once("exit", onExit);
  // An idle sandbox does not keep the server from ending.
  child.unref();
  child.channel?.unref();
  lowerPriority(child);
  return {
    pid: child.pid,
    send: (message) => {
      if (child.connected) child.send(message);
    },
    kill: () => child.kill("SIGKILL"),
  };
}

/** Scripts come after visitors. */
function lowerPriority(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, 5);
  } catch {
    // Not allowed everywhere, and only a courtesy.
  }
}
