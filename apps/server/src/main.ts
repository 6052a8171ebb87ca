// `npm start` ends here: database, migrations, first administrator, demo data, then serve until told to stop.
import { mkdir } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { type Config, ConfigError, readConfig } from "#platform/config.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres/index.ts";
import { keepCompiled } from "#platform/keep-compiled.ts";
import { createLog, type Log } from "#platform/log.ts";
import type { Server } from "./server.ts";

let isStopping = false;

try {
  await main();
} catch (error) {
  // Whoever stops it while it starts takes the ground from under it.
  if (isStopping) await new Promise(() => {});
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

  const database = startDatabase(config, log);
  const running: { server?: Server } = {};
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    // Writing to a terminal that was closed fails.
    if (signal !== "SIGHUP") console.log(`\n  ${signal}: stopping`);
    // Whatever could not be stopped, the database is not left running.
    await running.server?.stop().catch((error: unknown) => log.error({ error }, "could not stop cleanly"));
    const postgres = await database.catch(() => undefined);
    await postgres?.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(signal));
  say("Starting the database");
  const postgres = await database;
  // Most of a start is loading modules. They are imported here and not above, so that what is kept is used for them.
  await keepCompiled(join(config.dataDir, "compile-cache"));
  const [{ migrate }, { startServer }, { createFirstAdministrator }, { seedDemo }] = await Promise.all([
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
  running.server = server;
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
}

async function startDatabase({ databaseUrl, dataDir, embeddedPostgresPort }: Config, log: Log) {
  if (databaseUrl) return undefined;
  return startEmbeddedPostgres({
    dataDir: join(dataDir, "postgres"),
    log,
    ...(embeddedPostgresPort !== 0 && { port: embeddedPostgresPort }),
  });
}
