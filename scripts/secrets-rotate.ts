// npm run secrets:rotate: a new master key, and every stored secret under it, while servers run (decision 081).
// `-- --forget` afterwards drops the former keys once nothing needs them.
import { join } from "node:path";
import { readConfig } from "../apps/server/src/platform/config.ts";
import { connectDatabase } from "../apps/server/src/platform/database.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import {
  addMasterKey,
  dropFormerKeys,
  loadMasterKeys,
} from "../apps/server/src/platform/secrets/master-keys.ts";
import { createSecrets } from "../apps/server/src/platform/secrets/secrets.ts";
import { countOldSecrets, rotateSecrets } from "../apps/server/src/secret-places.ts";

const config = readConfig();
const log = createLog("error");
const postgres = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDir: join(config.dataDir, "postgres"), log });
const connection = connectDatabase(config.databaseUrl ?? postgres?.url ?? "", 2, log);
try {
  process.exitCode = process.argv.includes("--forget") ? await forget() : await rotate();
} finally {
  await connection.close();
  await postgres?.stop();
}

async function rotate(): Promise<number> {
  // A key in a setting is changed by whoever keeps the settings; the file then holds the former ones.
  if (config.secretsKey === undefined) console.log(`The new master key is ${addMasterKey(config.dataDir)}.`);
  const keys = loadMasterKeys(config);
  const { rotated, broken } = await rotateSecrets(connection.db, createSecrets(keys), keys.current().id);
  console.log(`${rotated} secrets are sealed with it now.`);
  for (const place of broken) console.log(`No key opens ${place}. Enter that secret again.`);
  return broken.length === 0 ? 0 : 1;
}

async function forget(): Promise<number> {
  const keys = loadMasterKeys(config);
  const left = await countOldSecrets(connection.db, keys.current().id);
  if (left > 0) {
    console.log(`${left} secrets still need a former key. Run npm run secrets:rotate first.`);
    return 1;
  }
  console.log(`Dropped ${dropFormerKeys(config)} former keys from secrets.key.`);
  return 0;
}
