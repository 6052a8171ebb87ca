// What all faults run on: one PostgreSQL with fsync on, a database per fault copied from a prepared one, and the
// processes they start, all of which end with the bed.
import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../apps/server/src/platform/embedded-postgres/index.ts";
import {
  readPostmaster,
  signalUnlessGone,
  stopPostmaster,
} from "../../apps/server/src/platform/embedded-postgres/postmaster.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { migrate } from "../../apps/server/src/platform/migrations.ts";
import { createProduct, type Product, type ProductOptions } from "./product.ts";
import { seeded } from "./seeded.ts";
import { createWorld, type World } from "./world.ts";

export type Scale = "short" | "long";

export interface Bed {
  readonly scale: Scale;
  readonly seed: number;
  /** Instead of as many as a long run has: a busy machine takes its time for some. */
  readonly rounds?: number;
  readonly folder: string;
  readonly world: World;
  readonly random: () => number;
  /** Aborted when the bed is closed: whoever still works on it stops. */
  readonly ended: AbortSignal;
  /** Of the prepared database; only the fault that takes the whole product down works on it. */
  readonly postgresFolder: string;
  /** A copy of the prepared database. */
  database(): Promise<string>;
  emptyDatabase(): Promise<string>;
  product(options?: Partial<ProductOptions>): Promise<Product>;
  /** One product that many faults may use, as long as they leave it as they found it. */
  shared(): Promise<{ product: Product; databaseUrl: string }>;
  postmasterPid(): Promise<number>;
  startPostgres(): Promise<void>;
  stopPostgres(): Promise<void>;
  /** As a power cut would: no goodbye, and crash recovery at the next start. */
  killPostgres(): Promise<void>;
  /** A PostgreSQL that stands still, with all its processes, while this is carried out. */
  whileStanding(meanwhile: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

export async function createBed(options: { scale: Scale; seed: number; rounds?: number }): Promise<Bed> {
  const folder = await mkdtemp(join(tmpdir(), "parley-faults-"));
  // The account that runs the database must be able to enter.
  await chmod(folder, 0o755);
  const postgresFolder = join(folder, "postgres");
  const log = createLog("silent");
  let postgres: EmbeddedPostgres | undefined;
  const products: Product[] = [];
  const ending = new AbortController();
  const start = () =>
    startEmbeddedPostgres({ dataDir: postgresFolder, log, settings: { max_connections: "200" } });
  const started = await start();
  postgres = started;
  const { url } = started;
  const world = await prepare(url, folder).catch(async (error: unknown) => {
    await started.stop();
    throw error;
  });
  let databases = 0;
  let shared: Promise<{ product: Product; databaseUrl: string }> | undefined;

  const bed: Bed = {
    ...options,
    folder,
    world,
    postgresFolder,
    random: seeded(options.seed),
    ended: ending.signal,
    async database() {
      databases += 1;
      const name = `fault_${databases}`;
      // The other strategy copies how far ahead a sequence was logged, but not that log: after a crash the copy's
      // sequences would hand numbers out again.
      await onServer(url, `create database ${name} template prepared strategy file_copy`);
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    async emptyDatabase() {
      databases += 1;
      await onServer(url, `create database empty_${databases}`);
      return Object.assign(new URL(url), { pathname: `/empty_${databases}` }).href;
    },
    async product(given = {}) {
      const product = await createProduct({ dataDir: folder, ...given });
      products.push(product);
      return product;
    },
    shared() {
      shared ??= (async () => {
        const databaseUrl = await bed.database();
        const product = await bed.product({ databaseUrl });
        await product.start();
        return { product, databaseUrl };
      })();
      return shared;
    },
    async postmasterPid() {
      const postmaster = await readPostmaster(join(postgresFolder, "cluster"));
      // Signals to "process 0" would reach this process and all its friends.
      if (!postmaster?.pid) throw new Error("The database does not run.");
      return postmaster.pid;
    },
    async startPostgres() {
      postgres ??= await start();
    },
    async stopPostgres() {
      await postgres?.stop();
      postgres = undefined;
    },
    async killPostgres() {
      const pid = await bed.postmasterPid();
      const backends = await childrenOf(pid);
      for (const each of [pid, ...backends]) signalUnlessGone(each, "SIGKILL");
      await postgres?.stop();
      postgres = undefined;
    },
    async whileStanding(meanwhile) {
      const pid = await bed.postmasterPid();
      signalUnlessGone(pid, "SIGSTOP");
      for (const each of await childrenOf(pid)) signalUnlessGone(each, "SIGSTOP");
      try {
        await meanwhile();
      } finally {
        for (const each of [...(await childrenOf(pid)), pid]) signalUnlessGone(each, "SIGCONT");
      }
    },
    async close() {
      ending.abort();
      await Promise.all(products.map((product) => product.end("SIGKILL")));
      await postgres?.stop();
      // One that a product brought along and was killed before it could stop it.
      const cluster = join(postgresFolder, "cluster");
      const left = await readPostmaster(cluster);
      if (left) await stopPostmaster(left.pid, cluster);
      if (!process.env["KEEP_FAULTS"]) await rm(folder, { recursive: true, force: true });
    },
  };
  await mkdir(join(folder, "ledgers"), { recursive: true });
  return bed;
}

async function prepare(url: string, folder: string): Promise<World> {
  await migrate(url);
  const world = await createWorld(url, folder);
  await onServer(url, "create database prepared template parley");
  return world;
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return tasks
    .split(" ")
    .filter((word) => word !== "")
    .map(Number);
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(url), { pathname: "/postgres" }).href,
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
