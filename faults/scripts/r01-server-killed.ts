// kill -9 of the server in the middle of writes, every other time of its database with it, and a start afterwards.
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/index.ts";
import { signalUnlessGone } from "../../apps/server/src/platform/embedded-postgres/postmaster.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { median, percentile } from "../../bench/measure.ts";
import { withClient } from "../harness/bed.ts";
import { until } from "../harness/client.ts";
import type { Fault } from "../harness/fault.ts";
import { openLedger } from "../harness/ledger.ts";
import { startWorkload } from "../harness/workload.ts";

const manyKinds = [
  "chat",
  "project",
  "user",
  "team",
  "chat",
  "nodes",
  "project",
  "chat",
  "user",
  "team",
] as const;

export const fault: Fault = {
  id: "R1",
  title: "kill -9 of the whole product in the middle of writes",
  async run(bed) {
    const isShort = bed.scale === "short";
    const rounds = isShort ? 2 : (bed.rounds ?? 200);
    const ledger = openLedger(join(bed.folder, "ledgers", "r1"));
    // The product brings its own database here, as it does for whoever runs `npm start`.
    await bed.stopPostgres();
    const product = await bed.product();
    await product.start();
    const starts: number[] = [];
    const workload = await startWorkload({
      apiUrl: () => product.apiUrl,
      world: bed.world,
      ledger,
      random: bed.random,
      ended: bed.ended,
      writers: isShort ? 10 : 64,
      nodesPerSave: isShort ? 60 : 500,
      // Saves of hundreds of nodes are few, or they would be all that a machine does between two kills.
      kinds: isShort ? ["project", "team", "user", "nodes", "chat"] : manyKinds,
    });
    for (let round = 0; round < rounds; round += 1) {
      const known = ledger.acknowledged();
      await until("The next acknowledgements", async () => ledger.acknowledged() > known + 3);
      await sleep(5 + bed.random() * 495);
      const postmaster = await bed.postmasterPid();
      const ended = product.end("SIGKILL");
      if (round % 2 === 1) signalUnlessGone(postmaster, "SIGKILL");
      await ended;
      starts.push(await product.start());
    }
    await sleep(500);
    await workload.stop();
    const { url } = await startEmbeddedPostgres({ dataDir: bed.postgresFolder, log: createLog("silent") });
    const verdict = await withClient(url, (client) => workload.check(client));
    await product.end();
    await bed.startPostgres();
    const readyMs = percentile(starts, 0.95);
    return {
      ...verdict,
      rounds,
      recoveryMs: readyMs,
      broken: !isShort && readyMs > 2_000 ? [`It was ready after ${Math.round(readyMs)} ms (p95).`] : [],
      notes: [
        `${ledger.acknowledged()} of ${ledger.entries().length} writes acknowledged`,
        `ready after ${Math.round(median(starts))} ms (median)`,
      ],
    };
  },
};
