// A server whose clock is ten minutes ahead, then ten minutes behind, then in 2038: order, sessions, limits and jobs
// follow the database's clock.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withClient } from "../harness/bed.ts";
import { graphql, until } from "../harness/client.ts";
import type { Fault } from "../harness/fault.ts";
import { openLedger } from "../harness/ledger.ts";
import { signInWithPassword } from "../harness/sign-in.ts";
import { startWorkload } from "../harness/workload.ts";
import { setTimeout as sleep } from "node:timers/promises";

const minutes = 60_000;
const year2038 = Date.UTC(2038, 1, 1) - Date.now();
/** Two seconds before the clocks of Berlin go forward. */
const summerTime = Date.UTC(2027, 2, 28, 0, 59, 58) - Date.now();

export const fault: Fault = {
  id: "R6",
  title: "a server whose clock is wrong and jumps",
  async run(bed) {
    const databaseUrl = await bed.database();
    const file = join(bed.folder, "clock-skew");
    const setClock = (skew: number) => writeFileSync(file, String(skew));
    setClock(0);
    const product = await bed.product({
      databaseUrl,
      nodeArguments: ["--import", join(import.meta.dirname, "../harness/skewed-clock.mjs")],
      env: { CLOCK_SKEW_FILE: file, TZ: "Europe/Berlin" },
    });
    await product.start();
    const before = await withClient(databaseUrl, (client) =>
      client.query("select id from identity_sessions"),
    );
    const broken: string[] = [];
    const skews =
      bed.scale === "short"
        ? [10 * minutes, -10 * minutes]
        : [10 * minutes, -10 * minutes, summerTime, year2038, 0, -60 * minutes];
    const ledger = openLedger(join(bed.folder, "ledgers", "r6"));
    const workload = await startWorkload({
      apiUrl: () => product.apiUrl,
      world: bed.world,
      ledger,
      random: bed.random,
      ended: bed.ended,
      writers: 5,
    });
    for (const skew of skews) {
      const begun = performance.now();
      setClock(skew);
      product.signal("SIGUSR2");
      await sleep(bed.scale === "short" ? 900 : 3_000);
      const known = await graphql(
        product.apiUrl,
        "query G($id: ID!) { accountById(id: $id) { id } }",
        { id: bed.world.accountId },
        bed.world.admins[0],
      );
      if (!known.data) broken.push(`At ${skew} ms a session ended early: ${known.message}`);
      await signInWithPassword(product.providerUrl).catch((error: unknown) => broken.push(String(error)));
      const said = ledger.entries("chat").length;
      await until("The next chat message", async () => ledger.entries("chat").length > said, {
        withinMs: 30_000,
      });
      const refused = workload.outcomes.filter(({ answer }) => answer.data === undefined);
      for (const { kind, answer } of refused.slice(0, 2))
        broken.push(`${kind} at ${skew} ms: ${answer.status} ${answer.message}`);
      if (performance.now() - begun > 30_000) broken.push(`At ${skew} ms everything took long.`);
    }
    await workload.stop();
    const verdict = await withClient(databaseUrl, async (client) => {
      const lifespans = await client.query<{ off: number }>(
        `select abs(extract(epoch from expires_at - authenticated_at) - extract(epoch from max(expires_at - authenticated_at) over ())) as off
         from identity_sessions`,
      );
      if (lifespans.rows.some(({ off }) => Number(off) > 1))
        broken.push("Sessions live for different times.");
      const late = await client.query(
        "select 1 from identity_sessions where id <> all($1) and (authenticated_at > now() + interval '1 second' or authenticated_at < now() - interval '5 minutes') limit 1",
        [before.rows.map(({ id }) => id)],
      );
      if (late.rows.length > 0) broken.push("A session began at a time that was not the database's.");
      const audit = await client.query(
        `select 1 from (select created_at, lag(created_at) over (partition by account_id order by sequence) as before from audit_log) a
         where before > created_at limit 1`,
      );
      if (audit.rows.length > 0) broken.push("Audit entries by time are in another order than by sequence.");
      return workload.check(client);
    });
    await product.end();
    return {
      ...verdict,
      rounds: skews.length,
      recoveryMs: undefined,
      broken,
      notes: [`${ledger.entries().length} writes`],
    };
  },
};
