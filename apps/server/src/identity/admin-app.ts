// The admin API. It has no authentication of its own: it listens on this machine only.
import type { FastifyInstance } from "fastify";
import { createApp } from "./app.ts";
import type { Provider } from "./context.ts";
import { addHealthRoutes } from "./health.ts";

export async function createAdminApp(provider: Provider): Promise<FastifyInstance> {
  const app = await createApp(provider, { allowedOrigins: [], sendsBrowsersToErrorPage: false });
  addHealthRoutes(app, provider);
  return app;
}
