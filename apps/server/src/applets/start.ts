// What a running server does for applets: routes where it has the api role, clocks and listeners where it works.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import { seedBuiltIns } from "./built-in.ts";
import { hearConversations } from "./conversation-events.ts";
import { type AppletEngine, createEngine } from "./engine/engine.ts";
import { sendNotices } from "./notices.ts";
import { registerPages } from "./page/route.ts";
import { startDue } from "./schedule/ticker.ts";
import { registerWebhooks } from "./webhooks/route.ts";

export interface Applets {
  readonly engine: AppletEngine;
  register(app: FastifyInstance): void;
  stop(): Promise<void>;
}

const scheduleMs = 2_000;
const noticeMs = 60_000;
const sweepMs = 3_600_000;
const keptDays = 30;

export async function startApplets(services: Services): Promise<Applets> {
  await seedBuiltIns(services.db);
  const engine = createEngine(services);
  const stops: (() => void)[] = [];
  if (services.config.roles.has("worker")) {
    engine.start();
    stops.push(
      hearConversations(services, engine),
      services.live.on("applet-run", () => engine.wake()),
      every(services, scheduleMs, () => startDue(services, engine)),
      every(services, noticeMs, () => sendNotices(services)),
      every(services, sweepMs, () => sweepRuns(services)),
    );
  }
  return {
    engine,
    register(app) {
      registerWebhooks(app, services, engine);
      registerPages(app, services, engine);
    },
    async stop() {
      for (const stop of stops) stop();
      await engine.stop();
    },
  };
}

async function sweepRuns({ db }: Services): Promise<void> {
  await sql`delete from applet_runs where id in (select id from applet_runs
    where created_at < now() - make_interval(days => ${keptDays}) and status not in ('QUEUED', 'RUNNING') limit 50000)`.execute(
    db,
  );
}

/** Never twice at once; a failure is logged and the next turn tries again. */
function every(services: Services, ms: number, work: () => Promise<unknown>): () => void {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void work()
      .catch((error: unknown) => services.log.warn({ error }, "a clock of the applets failed, will retry"))
      .finally(() => (isBusy = false));
  }, ms);
  return () => clearInterval(timer);
}
