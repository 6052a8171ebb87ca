// A whole Parley on its own copy of the migrated database, on free ports, for one test file.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, readConfig } from "#platform/config.ts";
import { createLog, type Log } from "#platform/log.ts";
import type { Services } from "../context.ts";
import { seedDemo } from "../demo/index.ts";
import { createFirstAdministrator } from "../first-administrator.ts";
import { startServer } from "../server.ts";
import { createTestDatabase } from "./database.ts";
import { freePorts } from "./free-ports.ts";
import { refuseConversions } from "./strict-scalars.ts";

refuseConversions();

export interface TestServer {
  readonly services: Services;
  readonly db: Services["db"];
  readonly urls: Config["urls"];
  readonly databaseUrl: string;
  /** A session of this user as a Cookie header. */
  signIn(userId: string): Promise<string>;
  /** Runs a GraphQL operation as this user (or as nobody) over real HTTP. */
  graphql<T = Record<string, unknown>>(
    source: string,
    variables?: Record<string, unknown>,
    as?: { userId?: string; headers?: Record<string, string> },
  ): Promise<GraphqlAnswer<T>>;
  stop(): Promise<void>;
}

export interface GraphqlAnswer<T> {
  readonly status: number;
  readonly data: T;
  readonly errors: readonly {
    message: string;
    path?: (string | number)[];
    extensions: Record<string, unknown>;
  }[];
}

export async function startTestServer(
  options: { env?: Record<string, string>; withDemo?: boolean; log?: Log } = {},
): Promise<TestServer> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "parley-test-"));
  const [console, signIn, provider, providerAdmin, api] = await freePorts(5);
  const config = readConfig({
    NODE_ENV: "test",
    LOG_LEVEL: process.env["TEST_LOG"] ?? "silent",
    DATA_DIR: dataDir,
    PORT: String(console),
    SIGN_IN_PORT: String(signIn),
    PROVIDER_PORT: String(provider),
    PROVIDER_ADMIN_PORT: String(providerAdmin),
    API_PORT: String(api),
    DATABASE_POOL: "8",
    // Tests write rows beside the API and want to see them at once.
    VERIFIED_FOR_MS: "0",
    PARLEY_DEMO: options.withDemo ? "on" : "off",
    PRIVATE_HOSTS: "127.0.0.1,localhost",
    // What a test finds must not hang on what else is installed.
    SENTENCE_EMBEDDINGS: "off",
    ...options.env,
  });
  const server = await startServer(config, database.url, options.log ?? createLog(config.logLevel));
  const { services } = server;
  if (options.withDemo) {
    await createFirstAdministrator(services);
    await seedDemo(services);
  }
  const cookies = new Map<string, Promise<string>>();

  function signedIn(userId: string): Promise<string> {
    const cookie = cookies.get(userId) ?? createCookie(services, userId);
    cookies.set(userId, cookie);
    return cookie;
  }

  return {
    services,
    db: services.db,
    urls: config.urls,
    databaseUrl: database.url,
    signIn: (userId) => createCookie(services, userId),
    async graphql<T>(
      source: string,
      variables = {},
      as: { userId?: string; headers?: Record<string, string> } = {},
    ) {
      const response = await fetch(`${config.urls.api}/v1/graphql`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(as.userId && { cookie: await signedIn(as.userId) }),
          ...as.headers,
        },
        body: JSON.stringify({ query: source, variables }),
      });
      const body = (await response.json()) as { data: T; errors?: GraphqlAnswer<T>["errors"] };
      return { status: response.status, data: body.data, errors: body.errors ?? [] };
    },
    async stop() {
      await server.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function createCookie(services: Services, userId: string): Promise<string> {
  if (!services.identity)
    throw new Error("Only the built-in provider signs people in without their password.");
  return services.identity.createSession(userId);
}
