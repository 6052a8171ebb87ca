// A worker process that does nothing but train, for the test that kills it: the database's address comes as argument.
import { connectDatabase } from "#platform/database.ts";
import { startWorker } from "#platform/jobs.ts";
import { createLog } from "#platform/log.ts";
import { trainVersion } from "./training.ts";

const [databaseUrl = "", concurrency = "4"] = process.argv.slice(2);
const log = createLog("silent");
const { db, pool } = connectDatabase(databaseUrl, 8, log);
await startWorker({
  db,
  pool,
  log,
  handlers: { "train-bot-version": (job) => trainVersion({ db, sentences: undefined }, job) },
  concurrency: Number(concurrency),
});
process.send?.("ready");
