import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { connectDatabase, type DatabaseConnection } from "#platform/database.ts";
import { createLog } from "#platform/log.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Of the database `parley` on the test server; its user may create databases. */
    databaseServerUrl: string;
  }
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A migrated database of its own for one test file, copied from the template in some tens of milliseconds. */
export async function createTestDatabase(template = "parley_template"): Promise<TestDatabase> {
  const serverUrl = inject("databaseServerUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`) };
}

/** The same with the server's way to it; closing that drops the database. */
export async function connectTestDatabase(poolSize = 2): Promise<DatabaseConnection> {
  const database = await createTestDatabase();
  const connection = connectDatabase(database.url, poolSize, createLog("silent"));
  const close = async () => {
    await connection.close();
    await database.drop();
  };
  return { ...connection, close };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
