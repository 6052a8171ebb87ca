// What /metrics tells, besides the figures of Node itself. docs/operations/metrics.md describes each.
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import type { DatabaseWatch } from "./database-watch.ts";
import { whenAnswered } from "./http/direct-posts.ts";
import type { FairShare } from "./http/fair-share.ts";
import { measureRouteTimes } from "./route-times.ts";

interface Measured {
  readonly pool: pg.Pool;
  readonly databaseWatch: DatabaseWatch;
  readonly fairShare: FairShare;
}

export function createMetrics(services: Measured): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: "parley_" });
  new Gauge({
    name: "parley_database_answering",
    help: "1 when the database answered the last question, 0 when it did not.",
    registers,
    collect() {
      this.set(services.databaseWatch.isAnswering() ? 1 : 0);
    },
  });
  new Gauge({
    name: "parley_database_connections",
    help: "Connections of this process to the database, by what they do.",
    labelNames: ["state"],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = services.pool;
      this.set({ state: "busy" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "wanted" }, waitingCount);
    },
  });
  new Counter({
    name: "parley_calls_refused_total",
    help: "Calls refused because their organisation had used up its share.",
    registers,
    collect() {
      this.reset();
      this.inc(services.fairShare.refused());
    },
  });
  measureTables(services.pool, registers);
  return registry;
}

/** Figures of the whole installation: every process answers the same ones. */
function measureTables(pool: pg.Pool, registers: Registry[]): void {
  // A database that is away must not take the other figures with it.
  const ask = async <T extends pg.QueryResultRow>(statement: string): Promise<T[]> =>
    (await pool.query<T>(statement).catch(() => ({ rows: [] }))).rows;
  new Gauge({
    name: "parley_jobs",
    help: "Jobs by status.",
    labelNames: ["status"],
    registers,
    async collect() {
      const rows = await ask<{ status: string; count: number }>(
        "select status, count(*)::int as count from jobs group by status",
      );
      this.reset();
      for (const { status, count } of rows) this.set({ status }, count);
    },
  });
  new Gauge({
    name: "parley_job_oldest_seconds",
    help: "How long the job that waits longest has waited.",
    registers,
    async collect() {
      const [row] = await ask<{ seconds: number }>(
        "select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds from jobs where status = 'QUEUED'",
      );
      if (row) this.set(row.seconds);
    },
  });
  new Gauge({
    name: "parley_outbox_oldest_seconds",
    help: "Age of the oldest outbox row; it grows when no worker tidies up.",
    registers,
    async collect() {
      const [row] = await ask<{ seconds: number }>(
        "select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds from outbox",
      );
      if (row) this.set(row.seconds);
    },
  });
}

/** Counts the answers of a listener and how long they took. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const times = measureRouteTimes(
    registry,
    "parley_http_request_seconds",
    "How long requests took, by route and status.",
  );
  whenAnswered(app, (answered) => times.observe(answered));
}
