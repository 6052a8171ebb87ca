// CPU the built-in provider spends on a password login besides the hash: starting the flow and
// submitting it, through the whole HTTP stack but the socket. PostgreSQL's own CPU is shown beside it.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIdentityProvider } from "../apps/server/src/identity/index.ts";
import { readConfig } from "../apps/server/src/platform/config.ts";
import { connectDatabase } from "../apps/server/src/platform/database.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { migrate } from "../apps/server/src/platform/migrations.ts";
import { cpuMicroseconds, type Bench } from "./measure.ts";

const logins = 300;
const warmUp = 50;
const mostMilliseconds = 2;
const person = { email: "bench@parley.example", password: "a phrase for the bench" };

export const bench: Bench = {
  name: "login",
  goal: `at most ${mostMilliseconds} ms CPU per password login besides the hash`,
  async run() {
    const dataDir = await mkdtemp(join(tmpdir(), "parley-bench-"));
    await chmod(dataDir, 0o755);
    const log = createLog("silent");
    const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: "off" } });
    try {
      await migrate(postgres.url);
      const connection = connectDatabase(postgres.url, 4, log);
      const config = readConfig({ NODE_ENV: "test", DATA_DIR: dataDir });
      const provider = await createIdentityProvider({ ...connection, config, log });
      await provider.createIdentity(person);
      for (let count = 0; count < warmUp; count += 1) await signIn(provider.publicApp);
      const all = await cpuOf(logins, () => signIn(provider.publicApp));
      await provider.close();
      await connection.close();
      const besides = all.thisThread;
      return {
        table: [
          { part: "whole login", "ms CPU": all.all.toFixed(2) },
          { part: "besides the hash", "ms CPU": besides.toFixed(2) },
          { part: "PostgreSQL", "ms CPU": all.database.toFixed(2) },
        ],
        figure: `${besides.toFixed(2)} ms`,
        passed: besides <= mostMilliseconds,
      };
    } finally {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

interface Cpu {
  readonly all: number;
  readonly thisThread: number;
  readonly database: number;
}

type App = Awaited<ReturnType<typeof createIdentityProvider>>["publicApp"];

async function signIn(app: App): Promise<void> {
  const json = { accept: "application/json" };
  const start = await app.inject({ url: "/self-service/login/browser", headers: json });
  const flow: { id: string; ui: { nodes: { attributes: { name: string; value: string } }[] } } = start.json();
  const csrf = flow.ui.nodes.find((node) => node.attributes.name === "csrf_token")?.attributes.value;
  const cookies = Object.fromEntries(start.cookies.map(({ name, value }) => [name, value]));
  const answer = await app.inject({
    method: "POST",
    url: `/self-service/login?flow=${flow.id}`,
    headers: json,
    cookies,
    payload: { method: "password", identifier: person.email, password: person.password, csrf_token: csrf },
  });
  if (answer.statusCode !== 200) throw new Error(`A login answered ${answer.statusCode}: ${answer.body}`);
}

/**
 * Milliseconds of CPU per run. The hash runs on a thread of its own, so what this thread uses is the rest;
 * subtracting two large figures of a busy machine would say less.
 */
async function cpuOf(times: number, run: () => Promise<unknown>): Promise<Cpu> {
  const tree = cpuMicroseconds(process.pid);
  const whole = process.cpuUsage();
  const thread = process.threadCpuUsage();
  for (let count = 0; count < times; count += 1) await run();
  const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000 / times;
  const all = milliseconds(process.cpuUsage(whole));
  return {
    all,
    thisThread: milliseconds(process.threadCpuUsage(thread)),
    database: (cpuMicroseconds(process.pid) - tree) / 1_000 / times - all,
  };
}
