// `npm start` ends here: database, migrations, first administrator, demo data, then serve until told to stop.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, readConfig } from "#platform/config.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres/index.ts";
import { createLog } from "#platform/log.ts";
import { migrate } from "#platform/migrations.ts";
import { seedDemo } from "./demo/index.ts";
import { createFirstAdministrator } from "./first-administrator.ts";
import { startServer } from "./server.ts";

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
  const postgres = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: join(config.dataDir, "postgres"),
        log,
        ...(config.embeddedPostgresPort !== 0 && { port: config.embeddedPostgresPort }),
      });
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
