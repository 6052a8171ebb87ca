// Forward-only SQL migrations: one file, one transaction, applied in the order of their names.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { runMigrations as migrateJobQueue } from "graphile-worker";
import pg from "pg";

const folder = new URL("../../migrations/", import.meta.url);
const lockKey = 7_205_759;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** Applies what is missing and answers the names applied. Two servers starting at once take turns. */
export async function migrate(url: string, migrations?: readonly Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations());
  return withClient(url, async (turn) => {
    // For as long as its transaction is open: behind a pooler a lock of a session would stay (decision 250).
    await turn.query("begin");
    await turn.query("set local idle_in_transaction_session_timeout = 0");
    await turn.query("select pg_advisory_xact_lock($1)", [lockKey]);
    const done = await withClient(url, (client) => applyMissing(client, url, wanted));
    await turn.query("commit");
    return done;
  });
}

async function applyMissing(client: pg.Client, url: string, wanted: readonly Migration[]): Promise<string[]> {
  const applied = await appliedMigrations(client);
  const done: string[] = [];
  for (const migration of wanted) {
    const checksum = applied.get(migration.name);
    if (checksum === migration.checksum) continue;
    if (checksum !== undefined) {
      throw new Error(`Migration ${migration.name} was changed after it ran. Write a new one instead.`);
    }
    await applyMigration(client, migration);
    done.push(migration.name);
  }
  // The queue's own schema belongs to graphile-worker; it checks for itself what is missing.
  await migrateQueue(url);
  if (done.length > 0) await applyRowSecurity(client);
  return done;
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  // A line that is lost rejects the query; without a listener it would also end the process without a word.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** With a pool of our own: its own is not closed yet when it answers, and a database that stops then ends the process. */
async function migrateQueue(url: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: url, max: 1 });
  pgPool.on("error", () => undefined);
  pgPool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await migrateJobQueue({ pgPool });
  } finally {
    await pgPool.end();
  }
}

/** New tables get their policies here, so that no migration has to think of it (decision 130). */
async function applyRowSecurity(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select 1 where to_regproc('apply_row_security') is not null");
  if (rows.length > 0) await client.query("select apply_row_security()");
}

export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const wanted = await readMigrations();
  const { rows } = await pool.query<{ name: string }>("select name from schema_migrations");
  const applied = new Set(rows.map((row) => row.name));
  return wanted.filter((migration) => !applied.has(migration.name)).map((migration) => migration.name);
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations",
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
      migration.name,
      migration.checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    // On a line that is lost there is nothing to roll back: the server has done it.
    await client.query("rollback").catch(() => undefined);
    throw new Error(`Migration ${migration.name} failed and was rolled back.`, { cause: error });
  }
}
