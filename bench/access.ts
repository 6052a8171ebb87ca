// What asking for permission costs: an authorised point read through the whole API with and without the question,
// the question itself beside a bare indexed SELECT, and a person's effective roles and the users list, in an
// organisation with 10,000 people, 500 teams and 1,000 projects.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { effectiveRoles } from "../apps/server/src/access-lens/queries.ts";
import { accountGrants, projectGrants } from "../apps/server/src/access/grants.ts";
import { allowEveryone } from "../apps/server/src/access/viewer.ts";
import { accountsByIds } from "../apps/server/src/accounts/queries.ts";
import { registerApi } from "../apps/server/src/api.ts";
import { createServices } from "../apps/server/src/services.ts";
import type { Services } from "../apps/server/src/context.ts";
import { readConfig } from "../apps/server/src/platform/config.ts";
import { connectDatabase } from "../apps/server/src/platform/database.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { createHttp } from "../apps/server/src/platform/http/create-http.ts";
import { startLive } from "../apps/server/src/platform/live.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { migrate } from "../apps/server/src/platform/migrations.ts";
import { countUsers, listUsers } from "../apps/server/src/users/list.ts";
import { type Organisation, fillOrganisation } from "./access-organisation.ts";
import { type Bench, type BenchResult, costPerOperation, interleave, median } from "./measure.ts";
import { measured } from "./settings.ts";

const goalShare = 0.25;
const rounds = 4;
const callsPerRound = 500;

export const bench: Bench = {
  name: "access",
  goal: `the question adds at most ${goalShare * 100} % to an authorised point read`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), "parley-bench-access-"));
    const log = createLog("silent");
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log });
    await migrate(postgres.url);
    const connection = connectDatabase(postgres.url, 4, log);
    const live = await startLive({ db: connection.db, url: postgres.url, log });
    const settings = { ...measured, DATA_DIR: folder };
    const parts = { log, connection, live };
    // As shipped an answer is remembered for a second and forgotten when somebody's access changes.
    const shipped = await createServices({ ...parts, config: readConfig(settings) });
    // Nothing is remembered between calls: every one asks the database.
    const services = await createServices({
      ...parts,
      config: readConfig({ ...settings, VERIFIED_FOR_MS: "0" }),
    });
    try {
      const organisation = await fillOrganisation(services);
      return await measure(services, shipped, organisation);
    } finally {
      await Promise.all([services.identity?.close(), shipped.identity?.close()]);
      await live.stop();
      await connection.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  services: Services,
  shipped: Services,
  organisation: Organisation,
): Promise<BenchResult> {
  const { db } = services;
  const { userId, accountId, projectId } = organisation;
  const reads = {
    "point read as shipped, asked": await pointRead(shipped, organisation, true),
    "point read as shipped, not asked": await pointRead(shipped, organisation, false),
    "point read, nothing remembered, asked": await pointRead(services, organisation, true),
    "point read, nothing remembered, not asked": await pointRead(services, organisation, false),
  };
  const contestants: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, () => read.call()])),
    "bare indexed SELECT": () =>
      db.selectFrom("accounts").select(["id", "name"]).where("id", "=", accountId).execute(),
    "question about an account": () => accountGrants(db, userId, accountId),
    "question about a project": () => projectGrants(db, userId, projectId),
    "effective roles of a person": () =>
      effectiveRoles(db, accountId, { userIds: [userId] }, { limit: 500, offset: 0 }),
    "users: first page of 10,000": () => listUsers(db, accountId, {}, { limit: 50, offset: 0 }),
    "users: middle page": () => listUsers(db, accountId, {}, { limit: 50, offset: 4_950 }),
    "users: last page": () => listUsers(db, accountId, {}, { limit: 50, offset: 9_950 }),
    "users: search": () => listUsers(db, accountId, { search: "person77" }, { limit: 50, offset: 0 }),
    "users: count": () => countUsers(db, accountId, {}),
  };
  const pids = await measuredProcesses(services);
  const timed = Object.fromEntries(
    Object.entries(contestants).map(([name, run]) => {
      const calls = name.startsWith("users") || name.startsWith("effective") ? 30 : callsPerRound;
      return [name, () => costPerOperation(pids, calls, () => repeat(calls, run))];
    }),
  );
  await interleave(1, timed);
  const results = await interleave(rounds, timed);
  const cpu = (name: string) => median((results[name] ?? []).map((cost) => cost.cpuMicroseconds));
  const wall = (name: string) => median((results[name] ?? []).map((cost) => cost.wallMicroseconds));
  const share = (what: string) => cpu(`${what}, asked`) / cpu(`${what}, not asked`) - 1;
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
  const added = share("point read as shipped");
  await Promise.all(Object.values(reads).map((read) => read.close()));
  return {
    table: Object.keys(contestants).map((name) => ({
      what: name,
      "CPU microseconds": Math.round(cpu(name)),
      "wall microseconds": Math.round(wall(name)),
      "bare SELECTs": (cpu(name) / cpu("bare indexed SELECT")).toFixed(2),
    })),
    figure: `the question adds ${percent(added)} CPU as shipped, ${percent(share("point read, nothing remembered"))} when nothing is remembered`,
    passed: added <= goalShare,
  };
}

async function repeat(calls: number, run: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < calls; index += 1) await run();
}

/** This process, and the database server unless it is a child of ours anyway. CPU time, because others use the machine too. */
async function measuredProcesses({ pool }: Services): Promise<number[]> {
  const { rows } = await pool.query<{ file: string }>("select pg_read_file('postmaster.pid') as file");
  const postmaster = Number(rows[0]?.file.split("\n")[0]);
  const status = await readFile(`/proc/${postmaster}/status`, "utf8");
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
  return parent === process.pid ? [process.pid] : [process.pid, postmaster];
}

/** A call over a connection that stays: identity of the call, parsing, the question, the read, the answer. */
async function pointRead(services: Services, { accountId, cookie }: Organisation, isAsked: boolean) {
  const app = await createHttp({ log: services.log, allowedOrigins: [] });
  await registerApi(
    app,
    services,
    isAsked
      ? []
      : [
          {
            Query: {
              async accountById(_, { id }, ctx) {
                allowEveryone(ctx.viewer);
                return (await accountsByIds(ctx.db, [id]))[0] ?? null;
              },
            },
          },
        ],
  );
  const url = `${await app.listen({ port: 0, host: "127.0.0.1" })}/v1/graphql`;
  const body = JSON.stringify({
    query: "query GetAccountById($id: ID!) { accountById(id: $id) { id name status version } }",
    variables: { id: accountId },
  });
  const headers = { cookie, "content-type": "application/json" };
  return {
    async call() {
      const text = await (await fetch(url, { method: "POST", headers, body })).text();
      const answer: { data?: { accountById?: { id?: string } } } = JSON.parse(text);
      if (answer.data?.accountById?.id !== accountId) throw new Error(`Unexpected answer: ${text}`);
    },
    close: () => app.close(),
  };
}
