// A snapshot: every row in one repeatable-read transaction, and the content of every file those rows name.
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { NotFound } from "#platform/errors.ts";
import type { Services } from "../context.ts";
import { createContainer } from "./container.ts";
import { copyOut } from "./copy.ts";
import { type Manifest, manifestPath } from "./manifest.ts";
import { quoted, tablesOf } from "./tables.ts";

export interface TakenSnapshot {
  readonly path: string;
  readonly fileName: string;
  readonly manifest: Manifest;
}

export async function takeSnapshot(
  services: Pick<Services, "pool" | "files">,
  folder: string,
  options: { signal?: AbortSignal; progress?(share: number, message: string): Promise<void> } = {},
): Promise<TakenSnapshot> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const createdAt = new Date().toISOString();
  const fileName = `parley-${createdAt.replaceAll(/[:.]/g, "-")}.snapshot`;
  const path = join(folder, fileName);
  const unfinished = `${path}.unfinished`;
  const client = await services.pool.connect();
  try {
    await client.query("begin isolation level repeatable read, read only");
    await client.query("set local statement_timeout = 0");
    const parts = await writeParts(services, client, unfinished, options);
    await client.query("commit");
    const manifest: Manifest = { format: 1, createdAt, ...parts };
    // The manifest first: a snapshot that is there under its name is whole.
    await writeDurably(manifestPath(path), JSON.stringify(manifest, null, 2));
    await rename(unfinished, path);
    return { path, fileName, manifest };
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    client.release();
  }
}

async function writeParts(
  services: Pick<Services, "files">,
  client: pg.PoolClient,
  path: string,
  options: { signal?: AbortSignal; progress?(share: number, message: string): Promise<void> },
): Promise<Omit<Manifest, "format" | "createdAt">> {
  await rm(path, { force: true });
  const container = await createContainer(path);
  const tables = await tablesOf(client);
  const { rows: contents } = await client.query<{ public_id: string }>(
    "select public_id from files order by public_id",
  );
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations order by name",
  );
  const steps = tables.length + contents.length;
  let step = 0;
  const advance = async (message: string) => {
    options.signal?.throwIfAborted();
    step += 1;
    if (step % 20 === 0 || step === steps) await options.progress?.(step / (steps + 1), message);
  };
  const written: Manifest["tables"] = [];
  for (const table of tables) {
    const names = table.columns.map(quoted).join(", ");
    let rows = 0;
    const sha256 = await container.part(
      { kind: "table", name: table.name, columns: table.columns },
      (write) =>
        copyOut(client, `copy ${quoted(table.name)} (${names}) to stdout`, async (chunk) => {
          rows += 1;
          await write(chunk);
        }),
    );
    written.push({ name: table.name, rows, sha256 });
    await advance(`Copied ${table.name}`);
  }
  const files: Manifest["files"] = [];
  const missingFiles: string[] = [];
  for (const { public_id: publicId } of contents) {
    const content = await services.files.read(publicId).catch((error: unknown) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
    if (content) {
      const sha256 = await container.part({ kind: "file", name: publicId }, async (write) => {
        for await (const chunk of content) await write(Buffer.from(chunk));
      });
      files.push({ publicId, sha256 });
    } else missingFiles.push(publicId);
    await advance("Copied the files");
  }
  return { migrations, tables: written, files, missingFiles, ...(await container.close()) };
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
