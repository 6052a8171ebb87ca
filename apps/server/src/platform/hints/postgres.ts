// PostgreSQL's own LISTEN on a dedicated connection, which is replaced whenever it dies.
import pg from "pg";
import type { HintEngine, HintsOptions } from "./hints.ts";

export function speakPostgres(options: HintsOptions, notify: () => Promise<unknown>): HintEngine {
  const { databaseUrl, log, wake } = options;
  let client: pg.Client | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    while (!isStopped) {
      const candidate = new pg.Client({
        connectionString: databaseUrl,
        application_name: "parley live",
        connectionTimeoutMillis: 5_000,
        // Nothing is ever sent on it: without this nobody would notice that the other end is gone.
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      });
      const lost = new Promise<void>((resolve) => {
        candidate.on("error", () => resolve());
        candidate.on("end", () => resolve());
      });
      client = candidate;
      try {
        await candidate.connect();
        candidate.on("notification", wake);
        await candidate.query("listen outbox");
        wake();
        await lost;
      } catch (error) {
        if (!isStopped) log.warn({ error }, "live updates lost the database, polling until it is back");
      }
      // One that answers and does not listen, as a standby does, would stay open beside the next.
      void candidate.end().catch(() => undefined);
      if (!isStopped) await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  void connect();
  return {
    send: () => void notify().catch(() => undefined),
    async stop() {
      isStopped = true;
      await client?.end().catch(() => undefined);
    },
  };
}
