// `npm start` ends here: database, migrations, first administrator, demo data, then serve until told to stop.
import { mkdir } from "node:fs/promises";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { type Config, ConfigError, readConfig } from "#platform/config.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres/index.ts";
import { createLog, type Log } from "#platform/log.ts";

try {
  await main();
} catch (error) {
  // The reason first and in a sentence; whoever wants to know where it happened finds that below it.
  console.error(`Parley cannot start:\n${error instanceof Error ? error.message : String(error)}`);
  if (!(error instanceof ConfigError)) console.error(error);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  await mkdir(config.dataDir, { recursive: true });
  const say = (line: string) => console.log(`  ${line}`);

  say("Starting the database");
  // Most of a start is loading modules: what was compiled once is kept, and the database starts meanwhile.
  enableCompileCache(join(config.dataDir, "compile-cache"));
  const [postgres, { migrate }, { startServer }, { createFirstAdministrator }, { seedDemo }] =
    await Promise.all([
      startDatabase(config, log),
      import("#platform/migrations.ts"),
      import("./server.ts"),
      import("./first-administrator.ts"),
      import("./demo/index.ts"),
    ]);
  const databaseUrl = config.databaseUrl ?? postgres?.url;
  if (!databaseUrl) throw new Error("There is no database to use.");

  const applied = await migrate(databaseUrl);
  if (applied.length > 0) say(`Applied ${applied.length} database migrations`);
  const server = await startServer(config, databaseUrl, log, async (services) => {
    const first = await createFirstAdministrator(services);
    // Told before anything else: a start cut short later must not take the password with it.
    if (first) {
      console.log(`
  First administrator (shown once)
    E-mail    ${first.email}
    Password  ${first.password}
`);
    }
  });
  if (config.demo && (await seedDemo(server.services))) say("Filled in the demo organisation");

  console.log(`
  Parley is ready
    Console   ${config.urls.console}
    Sign-in   ${config.urls.signIn}
    API       ${config.urls.api}/v1/graphql
    Provider  ${config.urls.provider}${config.demo ? `\n    Demo      ${config.urls.api}/demo` : ""}

  Press Ctrl-C to stop.
`);
  // A process that is killed keeps nothing.
  flushCompileCache();

  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    // Writing to a terminal that was closed fails.
    if (signal !== "SIGHUP") console.log(`\n  ${signal}: stopping`);
    // Whatever could not be stopped, the database is not left running.
    await server.stop().catch((error: unknown) => log.error({ error }, "could not stop cleanly"));
    await postgres?.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(signal));
}

async function startDatabase({ databaseUrl, dataDir, embeddedPostgresPort }: Config, log: Log) {
  if (databaseUrl) return undefined;
  return startEmbeddedPostgres({
    dataDir: join(dataDir, "postgres"),
    log,
    ...(embeddedPostgresPort !== 0 && { port: embeddedPostgresPort }),
  });
}
