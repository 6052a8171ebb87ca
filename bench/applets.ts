// Trigger, condition, action, with the run's record kept: a webhook, a comparison and an HTTP request, per CPU second,
// beside Node-RED 5 doing the same. Parley's figure includes its PostgreSQL, where the record can be searched;
// Node-RED appends a line to a file.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, createServer, request, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { migrate } from "../apps/server/src/platform/migrations.ts";
import { type Bench, costPerOperation, interleave, median } from "./measure.ts";
import { installPeers } from "./peers.ts";
import { measured } from "./settings.ts";

const rounds = 5;
const calls = 4_000;
const concurrency = 50;
const goal = 2;
const agent = new Agent({ keepAlive: true, maxSockets: concurrency });

export const bench: Bench = {
  name: "applets",
  goal: `at least ${goal} times the executions of Node-RED per CPU second`,
  async run() {
    installPeers();
    const folder = await mkdtemp(join(tmpdir(), "parley-bench-applets-"));
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, "postgres"),
      log: createLog("warn"),
    });
    await migrate(postgres.url);
    const sink = await startSink();
    const children: ChildProcess[] = [];
    try {
      const env = {
        ...process.env,
        DATABASE_URL: postgres.url,
        DATA_DIR: folder,
        PARLEY_ROLES: "api,worker",
        ...measured,
        API_PORT: "28081",
        NODE_ENV: "production",
        PRIVATE_HOSTS: "127.0.0.1",
        SINK_URL: sink.url,
      };
      const parley = await start(new URL("servers/applets.ts", import.meta.url), env, children);
      const nodeRed = await start(new URL("peers/node-red.mjs", import.meta.url), env, children);
      const databasePid = await postmasterPid(postgres.url);
      const contestants = {
        Parley: { ...parley, pids: [parley.pid, databasePid], path: "/parley" },
        "Node-RED 5": { ...nodeRed, pids: [nodeRed.pid], path: "/node-red" },
      };
      const round = async ({ url, path }: { url: string; path: string }, count: number) => {
        const until = sink.count(path) + count;
        await load(url, count);
        await sink.reached(path, until);
      };
      for (const contestant of Object.values(contestants)) await round(contestant, calls / 2);
      const costs = await interleave(
        rounds,
        Object.fromEntries(
          Object.entries(contestants).map(([name, it]) => [
            name,
            () => costPerOperation(it.pids, calls, () => round(it, calls)),
          ]),
        ),
      );
      await expectRecords(postgres.url, calls * rounds + calls / 2);
      const cpu = (name: string) => median((costs[name] ?? []).map((cost) => cost.cpuMicroseconds));
      const ratio = cpu("Node-RED 5") / cpu("Parley");
      return {
        table: Object.entries(costs).map(([name, of]) => ({
          server: name,
          "CPU µs per execution": Math.round(cpu(name)),
          "executions per CPU second": Math.round(1_000_000 / cpu(name)),
          "executions per second": Math.round(1_000_000 / median(of.map((cost) => cost.wallMicroseconds))),
        })),
        figure: `${ratio.toFixed(2)} times Node-RED's executions per CPU second`,
        passed: ratio >= goal,
      };
    } finally {
      for (const child of children) child.kill();
      agent.destroy();
      sink.server.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** What both call: answers at once and counts. */
async function startSink() {
  const counts = new Map<string, number>();
  const server: Server = createServer((call, response) => {
    call.resume();
    call.on("end", () => {
      counts.set(call.url ?? "", (counts.get(call.url ?? "") ?? 0) + 1);
      response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const count = (path: string) => counts.get(path) ?? 0;
  return {
    server,
    count,
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    async reached(path: string, wanted: number) {
      for (const until = Date.now() + 60_000; count(path) < wanted;) {
        if (Date.now() > until) throw new Error(`Only ${count(path)} of ${wanted} calls of ${path} arrived.`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

async function start(
  script: URL,
  env: NodeJS.ProcessEnv,
  children: ChildProcess[],
): Promise<{ pid: number; url: string }> {
  const child = spawn(process.execPath, [script.pathname], { env, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = text.split("\n").find((candidate) => candidate.startsWith("{"));
      if (found) resolve(found);
    });
    child.on("exit", (code) => reject(new Error(`${script.pathname} ended with ${code}.`)));
  });
  const { url }: { url: string } = JSON.parse(line);
  if (child.pid === undefined) throw new Error(`${script.pathname} did not start.`);
  return { pid: child.pid, url };
}

async function load(url: string, count: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const status = await post(url, JSON.stringify({ total: 50 + (left % 100), name: "Ada", order: left }));
      if (status !== 202) throw new Error(`${url} answered ${status}.`);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

function post(url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const call = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    call.on("error", reject);
    call.end(body);
  });
}

async function onDatabase<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The process that all of the database's processes descend from: its file says so in its first line. */
async function postmasterPid(url: string): Promise<number> {
  const [row] = await onDatabase<{ pid: number }>(
    url,
    "select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid",
  );
  if (!row) throw new Error("The database does not say who it is.");
  return row.pid;
}

/** Every execution has its finished record, or the figure is worth nothing. */
async function expectRecords(url: string, wanted: number): Promise<void> {
  for (const until = Date.now() + 30_000; ;) {
    const [row] = await onDatabase<{ count: number }>(
      url,
      "select count(*)::int as count from applet_runs where status = 'SUCCEEDED' and jsonb_array_length(actions) = 1",
    );
    if (row?.count === wanted) return;
    if (Date.now() > until) throw new Error(`There are ${row?.count ?? 0} records of ${wanted} executions.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
