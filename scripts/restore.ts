// npm run restore -- FILE: brings a snapshot back into an empty database and data folder.
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readConfig } from "../apps/server/src/platform/config.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { createFiles } from "../apps/server/src/platform/files/files.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { restoreSnapshot, RestoreRefused } from "../apps/server/src/snapshots/restore.ts";

const [given] = process.argv.slice(2);
if (given === undefined || !existsSync(given)) {
  console.error("Say which snapshot to restore: npm run restore -- FILE");
  process.exit(1);
}
const config = readConfig();
await mkdir(config.dataDir, { recursive: true });
const postgres = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDir: join(config.dataDir, "postgres"), log: createLog("error") });
try {
  const files = await createFiles(config);
  const manifest = await restoreSnapshot(resolve(given), {
    databaseUrl: config.databaseUrl ?? postgres?.url ?? "",
    putFile: (id, content) => files.putAs(id, content),
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Restored ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files.`,
  );
  if (config.secretsKey === undefined && !existsSync(join(config.dataDir, "secrets.key"))) {
    console.log("Stored secrets need the key they were sealed with: put secrets.key of the old server into");
    console.log(`${config.dataDir} (or set SECRETS_KEY) before the first start.`);
  }
} catch (error) {
  if (!(error instanceof RestoreRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await postgres?.stop();
}
