// One PostgreSQL for a whole test run, with a migrated template that every test file copies.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { migrate } from "../../apps/server/src/platform/migrations.ts";
import type {} from "../../apps/server/src/testing/database.ts";

// Nothing in a test run needs to survive a power cut.
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
  shared_buffers: "128MB",
  autovacuum: "off",
};

interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

let shared: Promise<TestServer> | undefined;
let users = 0;

/** Both test projects call this in one process; the second one gets the server of the first. */
export default async function setUpDatabase(project: TestProject): Promise<() => Promise<void>> {
  users += 1;
  const server = await (shared ??= startTestServer());
  project.provide("databaseServerUrl", server.url);
  return async () => {
    users -= 1;
    if (users > 0) return;
    shared = undefined;
    await server.stop();
  };
}

async function startTestServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "parley-test-database-"));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog("warn"), settings });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await createTemplate(postgres.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: postgres.url, stop };
}

async function createTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query("create database parley_template");
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = "/parley_template";
  await migrate(url.href);
}
