import type { FastifyInstance } from "fastify";
import { pendingMigrations } from "#platform/migrations.ts";
import type { Provider } from "./context.ts";

export function addHealthRoutes(app: FastifyInstance, provider: Provider): void {
  app.get("/health/alive", async () => ({ status: "ok" }));
  app.get("/health/ready", async (_request, reply) => {
    const errors = await whatIsWrong(provider);
    return Object.keys(errors).length === 0 ? { status: "ok" } : reply.code(503).send({ errors });
  });
  app.get("/version", async () => ({ version: "parley" }));
}

async function whatIsWrong(provider: Provider): Promise<Record<string, string>> {
  try {
    const pending = await pendingMigrations(provider.pool);
    return pending.length === 0 ? {} : { migrations: `${pending.length} migrations are not applied yet.` };
  } catch (error) {
    provider.log.error({ error }, "the database does not answer");
    return { database: "The database does not answer." };
  }
}
