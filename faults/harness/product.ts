// The product as it really runs: apps/server/src/main.ts in a process of its own, which can be killed.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { freePorts } from "../../apps/server/src/testing/free-ports.ts";

const main = join(import.meta.dirname, "../../apps/server/src/main.ts");
const endWithParent = join(import.meta.dirname, "../../scripts/bootstrap/end-with-parent.mjs");

export const adminSecret = "a secret of the faults and nobody else";

export interface ProductOptions {
  readonly dataDir: string;
  /** Absent: its own embedded PostgreSQL below dataDir. */
  readonly databaseUrl?: string;
  readonly roles?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Given to node before the program. */
  readonly nodeArguments?: readonly string[];
}

export interface Product {
  readonly apiUrl: string;
  readonly signInUrl: string;
  readonly providerUrl: string;
  readonly providerAdminUrl: string;
  readonly pid: number;
  isRunning(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** Ends it and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** On the same ports as before; answers how long it took until it was ready. */
  start(): Promise<number>;
}

export async function createProduct(options: ProductOptions): Promise<Product> {
  const ports = await freePorts(5);
  const [console, signIn, provider, providerAdmin, api] = ports.map(String);
  let child: ChildProcess | undefined;

  async function start(): Promise<number> {
    const begun = performance.now();
    const started = spawn(
      process.execPath,
      ["--import", endWithParent, ...(options.nodeArguments ?? []), main],
      {
        // The channel tells the server when whoever started it is gone.
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        env: {
          PATH: process.env["PATH"],
          HOME: process.env["HOME"],
          NODE_ENV: "test",
          LOG_LEVEL: "error",
          DATA_DIR: options.dataDir,
          PARLEY_DEMO: "off",
          PARLEY_ROLES: options.roles ?? "api,identity,chat,worker",
          ADMIN_SECRET: adminSecret,
          ADMIN_PASSWORD: "a phrase for the faults",
          PRIVATE_HOSTS: "127.0.0.1,localhost",
          PORT: console,
          SIGN_IN_PORT: signIn,
          PROVIDER_PORT: provider,
          PROVIDER_ADMIN_PORT: providerAdmin,
          API_PORT: api,
          ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
          ...options.env,
        },
      },
    );
    child = started;
    const log = createWriteStream(join(options.dataDir, `product-${api}.log`), { flags: "a" });
    // The disk may be the one that a fault fills.
    log.on("error", () => undefined);
    started.stdout?.pipe(log);
    let said = "";
    started.stderr?.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4_000)));
    await new Promise<void>((resolve, reject) => {
      started.stdout?.on("data", (chunk: Buffer) => chunk.includes("Parley is ready") && resolve());
      started.once("exit", (code, signal) =>
        reject(new Error(`The product ended with ${signal ?? code}:\n${said}`)),
      );
    });
    return performance.now() - begun;
  }

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    apiUrl: `http://localhost:${api}`,
    signInUrl: `http://localhost:${signIn}`,
    providerUrl: `http://localhost:${provider}`,
    providerAdminUrl: `http://127.0.0.1:${providerAdmin}`,
    get pid() {
      return child?.pid ?? 0;
    },
    isRunning,
    start,
    signal(signal) {
      child?.kill(signal);
    },
    async end(signal = "SIGTERM") {
      if (!child || !isRunning()) return;
      const gone = once(child, "exit");
      child.kill(signal);
      // A stopped process hears nothing but this and SIGKILL.
      if (signal !== "SIGKILL") child.kill("SIGCONT");
      await gone;
    },
  };
}
