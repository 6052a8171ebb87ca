import type { FastifyInstance, FastifyRequest } from "fastify";
import { createHash, timingSafeEqual } from "node:crypto";
import { createMetrics, measureRequests } from "#platform/metrics.ts";
import { isPublicAddress } from "#platform/outgoing/address.ts";
import { pendingMigrations } from "#platform/migrations.ts";
import type { Services } from "./context.ts";

/** Liveness says the process answers; readiness that it can do its work. */
export function registerHealth(app: FastifyInstance, services: Services): void {
  const registry = createMetrics(services);
  measureRequests(app, registry);

  app.get("/health/alive", () => ({ status: "ok" }));
  app.get("/health/ready", async (_, reply) => {
    const errors: Record<string, string> = {};
    await services.pool.query("select 1").catch(() => (errors["database"] = "The database does not answer."));
    if (!errors["database"]) {
      const pending = await pendingMigrations(services.pool);
      if (pending.length > 0) errors["migrations"] = `Not applied yet: ${pending.join(", ")}.`;
    }
    const provider = await fetch(`${services.config.urls.provider}/health/alive`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    if (!provider?.ok) errors["provider"] = "The sign-in provider does not answer.";
    if (Object.keys(errors).length > 0) return reply.status(503).send({ errors });
    return { status: "ok" };
  });
  app.get("/metrics", async (request, reply) => {
    if (!maySeeMetrics(request, services.config.metricsToken)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Figures say how much is done here and when: for whoever holds the token, or is inside (decision 155). */
function maySeeMetrics({ headers, ip }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return !isPublicAddress(ip);
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
