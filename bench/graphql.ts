// An authorised point read and an authorised nested list of 50 rows, beside PostGraphile 5 and a bare
// handler on the same database. Parley checks the session and the viewer's rights on every call; the
// other two check nothing.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { migrate } from "../apps/server/src/platform/migrations.ts";
import { type Bench, costPerOperation, interleave, median } from "./measure.ts";
import { installPeers } from "./peers.ts";
import { measured } from "./settings.ts";

const rounds = 7;
const requests = { point: 5_000, list: 1_500 } as const;
/** A server runs for weeks: it is measured when its code is compiled, which takes every contestant some thousand calls. */
const warmUps = { point: 20_000, list: 8_000 } as const;
const concurrency = 5;
const agent = new Agent({ keepAlive: true, maxSockets: concurrency });

type Kind = keyof typeof requests;

interface Contestant {
  readonly pid: number;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Record<Kind, string>;
}

export const bench: Bench = {
  name: "graphql",
  goal: "at most 0.33 of PostGraphile's CPU for a point read and for a nested list",
  async run() {
    installPeers();
    const folder = await mkdtemp(join(tmpdir(), "parley-bench-"));
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, "postgres"),
      log: createLog("warn"),
    });
    await migrate(postgres.url);
    const children: ChildProcess[] = [];
    try {
      const contestants = await startAll(postgres.url, folder, children);
      const rows = [];
      const ratios: Record<Kind, number> = { point: 0, list: 0 };
      for (const kind of ["point", "list"] as const) {
        const cold: Record<string, number> = {};
        for (const [name, contestant] of Object.entries(contestants)) {
          const first = warmUps[kind] / 20;
          const cost = await costPerOperation([contestant.pid], first, () => load(contestant, kind, first));
          cold[name] = cost.cpuMicroseconds;
          await load(contestant, kind, warmUps[kind] - first);
        }
        const costs = await interleave(
          rounds,
          Object.fromEntries(
            Object.entries(contestants).map(([name, contestant]) => [
              name,
              () =>
                costPerOperation([contestant.pid], requests[kind], () =>
                  load(contestant, kind, requests[kind]),
                ),
            ]),
          ),
        );
        const cpu = (name: string) => median((costs[name] ?? []).map((cost) => cost.cpuMicroseconds));
        ratios[kind] = cpu("Parley") / cpu("PostGraphile 5");
        for (const [name, of] of Object.entries(costs)) {
          rows.push({
            query: kind === "point" ? "point read" : "nested list of 50",
            server: name,
            "CPU µs per request": Math.round(cpu(name)),
            "the first ones": Math.round(cold[name] ?? 0),
            "of PostGraphile": (cpu(name) / cpu("PostGraphile 5")).toFixed(2),
            "wall µs per request": Math.round(median(of.map((cost) => cost.wallMicroseconds))),
          });
        }
      }
      return {
        table: rows,
        figure: `${ratios.point.toFixed(2)} and ${ratios.list.toFixed(2)} of PostGraphile's CPU`,
        passed: ratios.point <= 1 / 3 && ratios.list <= 1 / 3,
      };
    } finally {
      for (const child of children) child.kill();
      agent.destroy();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function startAll(
  databaseUrl: string,
  folder: string,
  children: ChildProcess[],
): Promise<Record<string, Contestant>> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PARLEY_ROLES: "api,identity",
    ...measured,
    PROVIDER_PORT: "24433",
    PROVIDER_ADMIN_PORT: "24434",
    API_PORT: "28080",
    NODE_ENV: "production",
  };
  const parley = await start(new URL("servers/parley.ts", import.meta.url), env, children);
  const peer = await start(new URL("peers/postgraphile.mjs", import.meta.url), env, children);
  const bare = await start(new URL("servers/bare.ts", import.meta.url), env, children);
  const { accountId, projectId, cookie } = parley.says;
  return {
    Parley: {
      pid: parley.pid,
      url: parley.says["url"] ?? "",
      // As a browser that was answered before: without the second one it would be given one with every answer.
      headers: { cookie: `${cookie ?? ""}; XSRF-TOKEN=${"x".repeat(32)}` },
      body: {
        point: JSON.stringify({
          query: "query GetAccountById($id: ID!) { accountById(id: $id) { id name } }",
          variables: { id: accountId },
        }),
        list: JSON.stringify({
          query: `query GetProjects($accountId: ID!) { projects(filterCriteria: { accountId: $accountId }) {
            id name description projectProductSettings { productId product { id displayName } } } }`,
          variables: { accountId },
        }),
      },
    },
    "PostGraphile 5": {
      pid: peer.pid,
      url: peer.says["url"] ?? "",
      headers: {},
      body: {
        point: JSON.stringify({
          query: "query P($id: UUID!) { projectByRowId(rowId: $id) { rowId name } }",
          variables: { id: projectId },
        }),
        list: JSON.stringify({
          query: `query L($accountId: UUID!) { allProjects(condition: { accountId: $accountId }, orderBy: PRIMARY_KEY_ASC) { nodes {
            rowId name description projectProductSettingsByProjectId { nodes { productId productByProductId { rowId displayName } } } } } }`,
          variables: { accountId },
        }),
      },
    },
    "node:http + pg": {
      pid: bare.pid,
      url: bare.says["url"] ?? "",
      headers: {},
      body: {
        point: JSON.stringify({ kind: "point", id: projectId }),
        list: JSON.stringify({ kind: "list", id: accountId }),
      },
    },
  };
}

async function start(script: URL, env: NodeJS.ProcessEnv, children: ChildProcess[]) {
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
  if (child.pid === undefined) throw new Error(`${script.pathname} did not start.`);
  return { pid: child.pid, says: JSON.parse(line) as Record<string, string> };
}

/** Fails on the first wrong answer: an error page is quick to serve and would win. */
async function load(contestant: Contestant, kind: Kind, count: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const { status, text } = await post(contestant, contestant.body[kind]);
      const least = kind === "point" ? 40 : 5_000;
      if (status !== 200 || text.includes('"errors"') || text.length < least) {
        throw new Error(`${contestant.url} answered ${status}: ${text.slice(0, 300)}`);
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

function post(contestant: Contestant, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(
      contestant.url,
      {
        method: "POST",
        agent,
        headers: { "content-type": "application/json", accept: "application/json", ...contestant.headers },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}
