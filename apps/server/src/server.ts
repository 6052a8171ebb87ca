// Starts the roles of one process on an open database and answers what it takes to talk to it and to stop it.
import type { FastifyInstance } from "fastify";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type Config, ConfigError } from "#platform/config.ts";
import { connectDatabase } from "#platform/database.ts";
import { watchDatabase } from "#platform/database-watch.ts";
import { createHttp } from "#platform/http/create-http.ts";
import { serveSite, type StaticSite } from "#platform/http/static-site.ts";
import { issueXsrfCookie } from "#platform/http/xsrf.ts";
import { startWorker, type Worker } from "#platform/jobs.ts";
import { isPostgres } from "#platform/hints/hints.ts";
import { type Live, startLive } from "#platform/live.ts";
import { lookForPooler } from "#platform/pooler.ts";
import { startUpkeep, type Upkeep } from "#platform/upkeep.ts";
import type { Log } from "#platform/log.ts";
import { allowedOrigins, registerApi } from "./api.ts";
import { registerChat } from "#domains/conversations";
import type { Services } from "./context.ts";
import { startApplets } from "./applets/index.ts";
import { registerFiles } from "./files/route.ts";
import { type HistoryUpkeep, registerHistoryExports, startHistoryUpkeep } from "#domains/history";
import { registerKnowledgeFiles } from "#domains/knowledge";
import { registerHealth } from "./health.ts";
import { jobHandlers } from "./job-handlers.ts";
import { createServices } from "./services.ts";

export interface Server {
  readonly services: Services;
  stop(): Promise<void>;
}

const appsFolder = new URL("../../", import.meta.url);

export async function startServer(
  config: Config,
  databaseUrl: string,
  log: Log,
  /** For what needs the database while nobody else asks it for anything: callers may wait for every connection. */
  beforeServing?: (services: Services) => Promise<void>,
): Promise<Server> {
  const { hintsUrl } = config;
  const hinted: { live?: Live } = {};
  const connection = connectDatabase(databaseUrl, config.databasePool, log, {
    ...(!isPostgres(hintsUrl) && { onCommit: () => hinted.live?.tell() }),
  });
  const pooled = await lookForPooler(connection.pool);
  if (pooled) log.warn(pooled);
  const live = await startLive({ db: connection.db, url: databaseUrl, log, hintsUrl });
  hinted.live = live;
  const databaseWatch = await watchDatabase({ url: databaseUrl, log });
  const services = await createServices({ config, log, connection, live, databaseWatch });
  const applets = await startApplets(services);
  const listeners: FastifyInstance[] = [];
  let worker: Worker | undefined;
  let history: HistoryUpkeep | undefined;
  let upkeep: Upkeep | undefined;

  async function listen(app: FastifyInstance, port: number, host: string): Promise<void> {
    await app.listen({ port, host }).catch((error: unknown) => {
      throw portTaken(error, config) ?? error;
    });
    listeners.push(app);
  }

  const { roles, host, ports } = config;
  await beforeServing?.(services);
  if (roles.has("worker")) {
    worker = await startWorker({ ...connection, log, handlers: jobHandlers(services) });
    history = startHistoryUpkeep(services);
    upkeep = startUpkeep(services);
  }
  if (roles.has("identity") && services.identity) {
    await listen(services.identity.publicApp, ports.provider, host);
    // The admin API has no authentication of its own: it never leaves this machine.
    await listen(services.identity.adminApp, ports.providerAdmin, "127.0.0.1");
  }
  // Every process that works answers for its health; which of the rest it serves is up to its roles.
  if (roles.has("api") || roles.has("chat") || roles.has("worker")) {
    const app = await createHttp({
      log,
      allowedOrigins: allowedOrigins(services),
      trustedProxies: config.trustedProxies,
      isSecure: isHttps(config.urls.api),
    });
    issueXsrfCookie(app, isHttps(config.urls.api));
    registerHealth(app, services);
    if (roles.has("api") || roles.has("chat")) {
      registerFiles(app, services);
      applets.register(app);
      registerKnowledgeFiles(app, services);
      registerHistoryExports(app, services);
    }
    if (roles.has("api")) await registerApi(app, services);
    if (roles.has("chat")) await registerChat(app, services);
    await listen(app, ports.api, host);
  }
  if (roles.has("console")) await listenSite("console", consoleSite(config), ports.console);
  if (roles.has("sign-in")) await listenSite("sign-in", signInSite(config), ports.signIn);

  async function listenSite(name: "console" | "sign-in", site: StaticSite, port: number): Promise<void> {
    if (!existsSync(new URL(`${name}/dist/index.html`, appsFolder))) {
      log.warn(`${name} is not built, so it is not served. Run npm run build.`);
      return;
    }
    const isSecure = isHttps(name === "console" ? config.urls.console : config.urls.signIn);
    const app = await createHttp({ log, allowedOrigins: [], isSecure });
    await serveSite(app, site);
    await listen(app, port, host);
  }

  return {
    services,
    async stop() {
      await worker?.stop();
      await history?.stop();
      await upkeep?.stop();
      // One that does not close in time must not keep the rest from being closed.
      const closed = await Promise.allSettled(listeners.map((app) => app.close()));
      for (const each of closed)
        if (each.status === "rejected") log.error({ error: each.reason }, "a listener could not be closed");
      await applets.stop();
      services.scripts.close();
      await services.sentences?.close();
      await live.stop();
      await databaseWatch.stop();
      await connection.close();
    },
  };
}

function portTaken(error: unknown, { ports }: Config): ConfigError | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "EADDRINUSE") return undefined;
  const port = "port" in error ? error.port : undefined;
  const settings: Record<keyof typeof ports, string> = {
    console: "PORT",
    signIn: "SIGN_IN_PORT",
    provider: "PROVIDER_PORT",
    providerAdmin: "PROVIDER_ADMIN_PORT",
    api: "API_PORT",
  };
  const name = Object.entries(ports).find(([, number]) => number === port)?.[0];
  const setting = name === undefined ? "PORT" : settings[name as keyof typeof ports];
  return new ConfigError(
    `Port ${String(port)} is taken by another program, perhaps by another Parley. Stop that one, or set ${setting} to a free port.`,
  );
}

const isHttps = (url: string) => url.startsWith("https:");

export function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port;
}

function consoleSite({ urls, isProduction }: Config): StaticSite {
  return {
    folder: fileURLToPath(new URL("console/dist", appsFolder)),
    trustedTypes: "parley",
    settings: {
      apiUrl: urls.api,
      providerUrl: urls.provider,
      signInUrl: urls.signIn,
      consoleUrl: urls.console,
      production: isProduction,
    },
    connectTo: [urls.api, urls.provider].map((url) => new URL(url).origin),
    frames: [new URL(urls.api).origin],
  };
}

function signInSite({ urls, isProduction, isRegistrationOpen }: Config): StaticSite {
  return {
    folder: fileURLToPath(new URL("sign-in/dist", appsFolder)),
    settings: {
      providerUrl: urls.provider,
      apiUrl: urls.api,
      managerUrl: urls.console,
      developmentManagerUrl: urls.developmentManager,
      production: isProduction,
      registration: isRegistrationOpen,
    },
    connectTo: [urls.api, urls.provider, ...(urls.developmentManager ? [urls.developmentManager] : [])].map(
      (url) => new URL(url).origin,
    ),
  };
}
