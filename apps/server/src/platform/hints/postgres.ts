// PostgreSQL's own LISTEN on a dedicated connection, which is replaced whenever it dies.
import pg from "pg";
import type { HintEngine, HintsOptions } from "./hints.ts";

export function speakPostgres(options: HintsOptions, notify: () => Promise<unknown>): HintEngine {
  const { databaseUrl, log, wake } = options;
  let client: pg.Client | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    while (!isStopped) {
      const candidate = new pg.Client({ connectionString: databaseUrl, application_name: "parley live" });
      const lost = new Promise<void>((resolve) => {
        candidate.on("error", () => resolve());
        candidate.on("end", () => resolve());
      });
      try {
        await candidate.connect();
        client = candidate;
        candidate.on("notification", wake);
        await candidate.query("listen outbox");
        wake();
        await lost;
      } catch (error) {
        if (!isStopped) log.warn({ error }, "live updates lost the database, polling until it is back");
      }
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
