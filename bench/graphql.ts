// An authorised point read and an authorised nested list of 50 rows, beside PostGraphile 5 and a bare
// handler on the same database. Parley checks the session and the viewer's rights on every call; the
// other two check nothing.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { migrate } from "../apps/server/src/platform/migrations.ts";
import { type Line, openLine } from "./line.ts";
import {
  type Bench,
  type Cost,
  costPerOperation,
  interleave,
  median,
  threadsMicroseconds,
} from "./measure.ts";
import { installPeers } from "./peers.ts";
import { measured } from "./settings.ts";

/** Many short ones: whatever else the machine does comes and goes within seconds, and meets all contestants of a round. */
const rounds = 60;
/** What V8 makes of a program differs from start to start by a tenth. */
const trials = 3;
const requests = { point: 500, list: 100 } as const;
/** A server runs for weeks: it is measured when its code is compiled, which takes every contestant some thousand calls. */
const warmUps = { point: 20_000, list: 5_000 } as const;
const concurrency = 5;

type Kind = keyof typeof requests;
const kinds = ["point", "list"] as const;
const contestantNames = ["Parley", "PostGraphile 5", "node:http + pg"] as const;

interface Contestant {
  readonly pid: number;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Record<Kind, string>;
}

type Costs = Record<string, Cost[]>;

interface Trial {
  readonly cold: Record<Kind, Record<string, number>>;
  readonly costs: Record<Kind, Costs>;
}

export const bench: Bench = {
  name: "graphql",
  goal: "at most 0.33 of PostGraphile's CPU for a point read and for a nested list",
  async run() {
    installPeers();
    const all: Trial[] = [];
    for (let trial = 0; trial < trials; trial += 1) all.push(await tryOnce());
    const shares = (name: string, kind: Kind, share: typeof shareOf) =>
      median(all.map(({ costs }) => share(costs[kind][name] ?? [], costs[kind]["PostGraphile 5"] ?? [])));
    const table = kinds.flatMap((kind) =>
      contestantNames.map((name) => {
        const of = all.flatMap(({ costs }) => costs[kind][name] ?? []);
        return {
          query: kind === "point" ? "point read" : "nested list of 50",
          server: name,
          "CPU µs per request": Math.round(median(of.map((cost) => cost.cpuMicroseconds))),
          "the first ones": Math.round(median(all.map(({ cold }) => cold[kind][name] ?? 0))),
          "of PostGraphile": shares(name, kind, shareOf).toFixed(2),
          "with what is rare": shares(name, kind, shareOfAll).toFixed(2),
          "wall µs per request": Math.round(median(of.map((cost) => cost.wallMicroseconds))),
        };
      }),
    );
    const [point, list] = [shares("Parley", "point", shareOf), shares("Parley", "list", shareOf)];
    return {
      table,
      figure: `${point.toFixed(2)} and ${list.toFixed(2)} of PostGraphile's CPU`,
      passed: point <= 1 / 3 && list <= 1 / 3,
    };
  },
};

async function tryOnce(): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-"));
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, "postgres"),
    log: createLog("warn"),
  });
  await migrate(postgres.url);
  const children: ChildProcess[] = [];
  try {
    const contestants = await startAll(postgres.url, folder, children);
    const trial: Trial = { cold: { point: {}, list: {} }, costs: { point: {}, list: {} } };
    for (const kind of kinds) {
      for (const [name, contestant] of Object.entries(contestants)) {
        trial.cold[kind][name] = await warmUp(contestant, kind);
      }
      trial.costs[kind] = await compare(contestants, kind);
    }
    return trial;
  } finally {
    await Promise.all(children.map(end));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Its ports are free again then. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}

/** Answers what one of the first requests cost. */
async function warmUp(contestant: Contestant, kind: Kind): Promise<number> {
  const lines = await openLines(contestant, kind);
  const first = warmUps[kind] / 20;
  const cost = await costPerOperation([contestant.pid], first, () => load(lines, kind, first));
  await load(lines, kind, warmUps[kind] - first);
  for (const line of lines) line.end();
  return cost.cpuMicroseconds;
}

async function compare(contestants: Record<string, Contestant>, kind: Kind): Promise<Costs> {
  const count = requests[kind];
  const open: Line[] = [];
  const runs: Record<string, () => Promise<Cost>> = {};
  for (const [name, contestant] of Object.entries(contestants)) {
    const lines = await openLines(contestant, kind);
    open.push(...lines);
    const run = () => load(lines, kind, count);
    runs[name] = () => costPerOperation([contestant.pid], count, run, threadsMicroseconds);
  }
  const costs = await interleave(rounds, runs);
  for (const line of open) line.end();
  return costs;
}

/** The median of what each round came to. */
function shareOf(costs: readonly Cost[], others: readonly Cost[]): number {
  return median(
    costs.map((cost, round) => cost.cpuMicroseconds / (others[round]?.cpuMicroseconds ?? Number.NaN)),
  );
}

/** What is done now and then, as collecting garbage, is in no median. */
function shareOfAll(costs: readonly Cost[], others: readonly Cost[]): number {
  const all = (of: readonly Cost[]) => of.reduce((sum, cost) => sum + cost.cpuMicroseconds, 0);
  return all(costs) / all(others);
}

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

function openLines({ url, headers, body }: Contestant, kind: Kind): Promise<Line[]> {
  const json = { "content-type": "application/json", accept: "application/json" };
  const open = () => openLine(url, { ...json, ...headers }, body[kind]);
  return Promise.all(Array.from({ length: concurrency }, open));
}

/** Fails on the first wrong answer: an error page is quick to serve and would win. */
async function load(lines: readonly Line[], kind: Kind, count: number): Promise<void> {
  let left = count;
  const asked = lines.map(async (line) => {
    while (left-- > 0) {
      const { status, text } = await line.ask();
      const least = kind === "point" ? 40 : 5_000;
      if (status !== 200 || text.includes('"errors"') || text.length < least) {
        throw new Error(`A server answered ${status}: ${text.slice(0, 300)}`);
      }
    }
  });
  const results = await Promise.allSettled(asked);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
