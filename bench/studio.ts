// Parley's services on a database of their own with one project, for benches of agents and retrieval.
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertAccount } from "../apps/server/src/accounts/index.ts";
import type { Services } from "../apps/server/src/context.ts";
import { type Chunk, storeChunks } from "../apps/server/src/knowledge/index.ts";
import { readConfig } from "../apps/server/src/platform/config.ts";
import { connectDatabase } from "../apps/server/src/platform/database.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import { startLive } from "../apps/server/src/platform/live.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { migrate } from "../apps/server/src/platform/migrations.ts";
import { insertProject } from "../apps/server/src/projects/index.ts";
import { createServices } from "../apps/server/src/services.ts";
import { measured } from "./settings.ts";

export interface BenchStudio {
  readonly services: Services;
  readonly accountId: string;
  readonly projectId: string;
  /** The database server's process; its backends are its children. */
  readonly postgresPid: number;
}

export async function withStudio<T>(run: (studio: BenchStudio) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-studio-"));
  const log = createLog("silent");
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log });
  await migrate(postgres.url);
  const connection = connectDatabase(postgres.url, 4, log);
  const live = await startLive({ db: connection.db, url: postgres.url, log });
  const config = readConfig({
    ...measured,
    DATA_DIR: folder,
    PRIVATE_HOSTS: "127.0.0.1",
  });
  const services = await createServices({ config, log, connection, live });
  try {
    const place = await services.db.transaction().execute(async (tx) => {
      const accountId = await insertAccount(tx, { name: "Bench" });
      return {
        accountId,
        projectId: await insertProject(tx, { accountId, name: "Bench", products: ["pro_studio"] }),
      };
    });
    const { rows } = await connection.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
    return await run({ services, ...place, postgresPid: parentOf(rows[0]?.pid ?? 0) });
  } finally {
    services.scripts.close();
    services.outgoing.close();
    await services.identity?.close();
    await live.stop();
    await connection.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export async function addFile(studio: BenchStudio, name: string, chunks: readonly Chunk[]): Promise<string> {
  const id = newId();
  await studio.services.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("files")
      .values({
        id,
        public_id: id,
        original_name: name,
        mime_type: "text/plain",
        size: 0,
        sha256: "",
        is_private: true,
      })
      .execute();
    await tx.insertInto("knowledge_files").values({ file_id: id, project_id: studio.projectId }).execute();
    await storeChunks(tx, { id, projectId: studio.projectId }, { chunks, characters: 0 });
  });
  return id;
}

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}
