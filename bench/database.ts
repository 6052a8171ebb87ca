// A database of its own for a bench that needs no server.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type DatabaseConnection } from "../apps/server/src/platform/database.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { migrate } from "../apps/server/src/platform/migrations.ts";

const connections = 4;

export async function withDatabase<T>(work: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-"));
  const log = createLog("warn");
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log });
  const connection = connectDatabase(postgres.url, connections, log);
  try {
    await migrate(postgres.url);
    return await work(connection);
  } finally {
    await connection.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
