// npm run audit:verify: walks every organisation's audit log and names the first row that was tampered with.
import { join } from "node:path";
import { verifyAuditLog } from "../apps/server/src/audit-log/verify.ts";
import { readConfig } from "../apps/server/src/platform/config.ts";
import { connectDatabase } from "../apps/server/src/platform/database.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../apps/server/src/platform/log.ts";

const config = readConfig();
const log = createLog("error");
const postgres = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDir: join(config.dataDir, "postgres"), log });
const connection = connectDatabase(config.databaseUrl ?? postgres?.url ?? "", 2, log);
try {
  const { accounts, entries, firstBad } = await verifyAuditLog(connection.db);
  if (firstBad) {
    console.log(
      `The audit log of ${firstBad.accountName} is broken at entry ${firstBad.sequence} (${firstBad.entryId}): ${firstBad.problem}.`,
    );
    process.exitCode = 1;
  } else {
    console.log(`${entries} entries of ${accounts} organisations form unbroken chains.`);
  }
} finally {
  await connection.close();
  await postgres?.stop();
}
