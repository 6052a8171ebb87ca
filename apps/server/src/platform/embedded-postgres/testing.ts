// What the tests of the launcher share: an empty data folder, servers that are stopped, processes to kill.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterEach, beforeEach } from "vitest";
import { createLog } from "../log.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from "./index.ts";

const small = { max_connections: "10", shared_buffers: "16MB" };
// Half of the time of a start is waiting for the disk, which only the tests about lost data need.
const fast = { ...small, fsync: "off" };
let dataDir = "";
let cleanUps: (() => Promise<unknown>)[] = [];

export function useDataDir(): void {
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "parley-embedded-"));
    await chmod(dataDir, 0o755);
    onCleanUp(() => rm(dataDir, { recursive: true, force: true }));
  });
  afterEach(async () => {
    const own = cleanUps.toReversed();
    cleanUps = [];
    // One that fails keeps none of the others from being done.
    const failures: unknown[] = [];
    for (const cleanUp of own) await cleanUp().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, "Not everything was cleaned up.");
  });
}

export function inDataDir(...parts: readonly string[]): string {
  return join(dataDir, ...parts);
}

export function onCleanUp(cleanUp: () => Promise<unknown>): void {
  cleanUps.push(cleanUp);
}

export async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: createLog("silent"),
    settings: fast,
    ...options,
  });
  onCleanUp(() => server.stop());
  return server;
}

/** Another process that starts the database, then runs `afterwards` with `url` in scope, and prints lines. */
export async function startInAnotherProcess(afterwards?: string) {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL("index.ts", import.meta.url).href)});
    const { createLog } = await import(${JSON.stringify(new URL("../log.ts", import.meta.url).href)});
    const { default: pg } = await import("pg");
    const server = await startEmbeddedPostgres({
      dataDir: ${JSON.stringify(dataDir)}, log: createLog("silent"), settings: ${JSON.stringify(afterwards === undefined ? fast : small)},
    });
    const url = server.url;
    process.on("SIGTERM", async () => { await server.stop(); process.exit(0); });
    setInterval(() => {}, 1000);
    console.log(url);
    ${afterwards ?? ""}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onCleanUp(() => end(child, "SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => (await lines.next()).value ?? "";
  return { url: await nextLine(), nextLine, end: (signal: NodeJS.Signals) => end(child, signal) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

export async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows[0];
  } finally {
    await client.end();
  }
}
