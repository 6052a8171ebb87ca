// Brings a snapshot back into an empty database and an empty file store, or changes nothing at all.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import pg from "pg";
import { migrate, readMigrations } from "#platform/migrations.ts";
import { readContainer } from "./container.ts";
import { copyIn } from "./copy.ts";
import { type Manifest, manifestPath, manifestShape } from "./manifest.ts";
import { quoted, tablesOf } from "./tables.ts";

export class RestoreRefused extends Error {
  override name = "RestoreRefused";
}

export interface RestoreTarget {
  readonly databaseUrl: string;
  /** Puts content under the name it had. */
  putFile(publicId: string, content: Readable): Promise<void>;
}

export async function restoreSnapshot(path: string, target: RestoreTarget): Promise<Manifest> {
  const manifest = await readManifest(path);
  await migrateTo(target.databaseUrl, manifest);
  const client = new pg.Client({ connectionString: target.databaseUrl });
  await client.connect();
  try {
    await requireEmpty(client);
    await client.query("begin");
    await load(client, path, manifest, target);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
  // What this version added since the snapshot was taken.
  await migrate(target.databaseUrl);
  return manifest;
}

async function readManifest(path: string): Promise<Manifest> {
  const manifest = manifestShape.parse(JSON.parse(await readFile(manifestPath(path), "utf8")));
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  if (hash.digest("hex") !== manifest.sha256) {
    throw new RestoreRefused("The snapshot is damaged: it does not match its manifest.");
  }
  return manifest;
}

async function migrateTo(databaseUrl: string, manifest: Manifest): Promise<void> {
  const known = await readMigrations();
  const wanted = manifest.migrations.map(({ name, checksum }) => {
    const migration = known.find((candidate) => candidate.name === name);
    if (!migration) throw new RestoreRefused(`The snapshot was taken by a newer Parley: it needs ${name}.`);
    if (migration.checksum !== checksum)
      throw new RestoreRefused(`${name} is not the migration the snapshot was taken under.`);
    return migration;
  });
  await migrate(databaseUrl, wanted);
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select 1 from accounts limit 1");
  if (rows.length > 0) {
    throw new RestoreRefused("The database already holds organisations. Restore into an empty one.");
  }
}

async function load(
  client: pg.Client,
  path: string,
  manifest: Manifest,
  target: RestoreTarget,
): Promise<void> {
  const tables = await tablesOf(client);
  const names = new Set(tables.map((table) => table.name));
  // Rows refer to each other in circles: the references are taken off, and checked as a whole when they come back.
  const references = await takeOffReferences(client);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  await client.query(`truncate ${tables.map((table) => quoted(table.name)).join(", ")}`);
  const expected = new Map<string, string>([
    ...manifest.tables.map((table) => [`table ${table.name}`, table.sha256] as const),
    ...manifest.files.map((file) => [`file ${file.publicId}`, file.sha256] as const),
  ]);
  for await (const { part, chunks, hash } of readContainer(path)) {
    if (part.kind === "table") {
      if (!names.has(part.name)) throw new RestoreRefused(`There is no table ${part.name} to restore into.`);
      const columns = (part.columns ?? []).map(quoted).join(", ");
      await copyIn(client, `copy ${quoted(part.name)} (${columns}) from stdin`, chunks);
    } else {
      await target.putFile(part.name, Readable.from(chunks));
    }
    const key = `${part.kind} ${part.name}`;
    if (hash.digest("hex") !== expected.get(key))
      throw new RestoreRefused(`The ${key} in the snapshot is damaged.`);
    expected.delete(key);
  }
  const [absent] = expected.keys();
  if (absent !== undefined) throw new RestoreRefused(`The ${absent} is missing from the snapshot.`);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
  for (const reference of references) await client.query(reference);
  await followSequences(client);
  await restartJobs(client);
}

/** Answers the statements that put the references back. */
async function takeOffReferences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by 1, 2`);
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  return rows.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`,
  );
}

async function followSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select t.relname as table, a.attname as column, s.oid::regclass::text as sequence
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
      and d.deptype in ('a', 'i') and t.relnamespace = 'public'::regnamespace`);
  for (const { table, column, sequence } of rows) {
    await client.query(
      `select setval($1::regclass, greatest((select coalesce(max(${quoted(column)}), 0) from ${quoted(table)}), 1))`,
      [sequence],
    );
  }
}

/** The queue itself is not in the snapshot: work that was waiting or running then is queued anew. */
async function restartJobs(client: pg.Client): Promise<void> {
  await client.query(`update jobs set status = 'CANCELLED', finished_at = now(), message = 'Taken with this snapshot.'
    where kind = 'db-snapshot' and status in ('QUEUED', 'RUNNING')`);
  await client.query(`with waiting as (
      update jobs set status = 'QUEUED', fencing_token = fencing_token + 1
      where status in ('QUEUED', 'RUNNING') returning id)
    select graphile_worker.add_job('run_job', json_build_object('jobId', id::text), max_attempts => 1) from waiting`);
}
