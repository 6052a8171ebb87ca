// kill -9 of PostgreSQL under load and a start, and a PostgreSQL that stands still.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "../harness/bed.ts";
import { graphql, until } from "../harness/client.ts";
import type { Fault } from "../harness/fault.ts";
import { openLedger } from "../harness/ledger.ts";
import { subscribe } from "../harness/subscription.ts";
import { startWorkload } from "../harness/workload.ts";

// A short run shares its machine with other tests.
const answerWithinMs = { short: 12_000, long: 5_500 };
const backWithinMs = 3_000;
const whoIsThere = "query GetProjects($id: ID!) { projects(filterCriteria: { accountId: $id }) { id } }";

export const fault: Fault = {
  id: "R2",
  title: "kill -9 of PostgreSQL, and a PostgreSQL that stands still",
  async run(bed) {
    const isShort = bed.scale === "short";
    const kills = isShort ? 1 : 20;
    const { product, databaseUrl } = await bed.shared();
    const [admin] = bed.world.admins;
    const works = async () => {
      const variables = { id: bed.world.accountId };
      return (await graphql(product.apiUrl, whoIsThere, variables, admin)).data !== undefined;
    };
    await until("The first answer", works);
    const subscription = await subscribe(product.apiUrl, admin.cookie, bed.world);
    const ledger = openLedger(join(bed.folder, "ledgers", "r2"));
    const workload = await startWorkload({
      apiUrl: () => product.apiUrl,
      world: bed.world,
      ledger,
      random: bed.random,
      ended: bed.ended,
      writers: isShort ? 10 : 16,
      readers: isShort ? 0 : 16,
    });
    const begun = performance.now();
    const recoveries: number[] = [];
    // From three seconds after the database is back until it goes again, nobody is refused.
    const calm: { from: number; to: number }[] = [];
    const recovered = async (what: string) => {
      const from = performance.now() + backWithinMs;
      recoveries.push(await until(what, works));
      await sleep(isShort ? 300 : backWithinMs + 1_000);
      calm.push({ from, to: performance.now() - 500 });
    };
    for (let round = 0; round < kills; round += 1) {
      await sleep(bed.random() * 500);
      await bed.killPostgres();
      await sleep(isShort ? 100 : 1_000);
      await bed.startPostgres();
      await recovered("Service after the database was back");
    }
    await bed.whileStanding(() => sleep(isShort ? 3_500 : 10_000));
    await recovered("Service after the database woke up");
    const seconds = (performance.now() - begun) / 1_000;
    await workload.stop();
    const verdict = await withClient(databaseUrl, (client) => workload.check(client));

    const broken: string[] = [];
    if (!product.isRunning()) broken.push("The server ended.");
    // A visitor who says more than one may is told so, trouble or not.
    const refused = workload.outcomes.filter(
      ({ answer }) => answer.data === undefined && answer.status !== 429,
    );
    const slow = refused.filter(({ answer }) => answer.ms > answerWithinMs[bed.scale]);
    if (slow.length > 0)
      broken.push(
        `${slow.length} calls heard of the trouble after more than ${answerWithinMs[bed.scale]} ms: ` +
          slow.map(({ kind, answer }) => `${kind} ${Math.round(answer.ms)} ms ${answer.code}`).join(", "),
      );
    const late = refused.filter(({ at }) => calm.some(({ from, to }) => at > from && at < to));
    if (late.length > 0)
      broken.push(
        `${late.length} calls were still refused ${backWithinMs} ms after the database was back: ` +
          [...new Set(late.map(({ kind, answer }) => `${kind} ${answer.status} ${answer.message}`))].join(
            " / ",
          ),
      );
    const strange = refused.filter(({ answer }) => answer.status !== 503);
    for (const { kind, answer } of strange.slice(0, 3))
      broken.push(`${kind} answered ${answer.status} ${answer.code}: ${answer.message}`);
    if (!subscription.isOpen()) broken.push("A subscription was disconnected.");
    await until("The subscription's next event", async () => subscription.events() > 1, {
      withinMs: isShort ? 20_000 : 5_000,
    }).catch((error: unknown) => broken.push(String(error)));
    const connections = await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where application_name = 'parley' and datname = current_database()",
      );
      return rows[0]?.count ?? 0;
    });
    if (connections > 16) broken.push(`The pool holds ${connections} connections instead of at most 16.`);
    subscription.close();
    return {
      ...verdict,
      rounds: kills + 1,
      recoveryMs: Math.max(...recoveries),
      broken,
      notes: [
        `${Math.round(workload.outcomes.length / seconds)} calls a second`,
        `${refused.length} refused while it was away`,
        `${connections} connections afterwards`,
      ],
    };
  },
};
