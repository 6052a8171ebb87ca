// Lines that break at random moments, on the visitor's side and in between: nothing is missed, repeated or reordered.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../../bench/measure.ts";
import { withClient } from "../harness/bed.ts";
import type { Fault } from "../harness/fault.ts";
import { judge, openLedger } from "../harness/ledger.ts";
import { startLine } from "../harness/line.ts";
import { simulate } from "../simulation.ts";
import { openTab, seenWrong, type Visit, visit } from "../harness/visitor.ts";

const simulatedSteps = 10_000_000;

export const fault: Fault = {
  id: "R4",
  title: "chat lines that break and resume",
  async run(bed) {
    const isShort = bed.scale === "short";
    const { product, databaseUrl } = await bed.shared();
    const line = await startLine(() => product.apiUrl);
    const ledger = openLedger(join(bed.folder, "ledgers", "r4"));
    const cutting = setInterval(() => line.cut(isShort ? 0.3 : 0.1), isShort ? 400 : 700);
    const names = Array.from({ length: isShort ? 6 : 500 }, (_, index) => `r4x${index}`);
    const visits = await Promise.all(
      names.map(async (name, index) => {
        // A channel lets 400 begin at once and 40 each second.
        await sleep(index * 6);
        return visit({
          name,
          widgetId: bed.world.chat.widgetId,
          messages: isShort ? 5 : 20,
          url: () => line.url,
          random: bed.random,
          ledger,
          cutShare: 0.06,
          // Five hundred say about a hundred things a second: how fast lines are back is asked of a server that is
          // busy, not of one that is saturated.
          pauseMs: isShort ? 0 : 10_000,
        });
      }),
    ).finally(() => {
      clearInterval(cutting);
      line.stop();
    });
    const broken = visits.flatMap((each, index) => seenWrong(each, names[index] ?? "") ?? []);
    const resumes = visits.flatMap((each) => each.resumes);
    const resumedMs = resumes.length === 0 ? undefined : percentile(resumes, 0.95);
    if (!isShort && resumedMs !== undefined && resumedMs > 500)
      broken.push(`Lines were back after ${Math.round(resumedMs)} ms (p95).`);
    const everybody = isShort ? undefined : await allAtOnce(product.apiUrl, visits, bed.random);
    if (everybody && everybody.ms > 10_000)
      broken.push(`${everybody.sockets} sockets were back after ${Math.round(everybody.ms)} ms.`);
    const simulated = isShort ? undefined : await simulate({ seed: bed.seed, steps: simulatedSteps });
    broken.push(...(simulated?.broken ?? []));
    const effects = await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ name: string; count: number; answers: number }>(
        `select m.client_message_id as name, count(*)::int as count, (select count(*)::int from conversation_messages a
           where a.conversation_id = m.conversation_id and a.text = 'You said: ' || m.client_message_id) as answers
         from conversation_messages m where m.client_message_id like 'chat-r4x%'
         group by m.conversation_id, m.client_message_id`,
      );
      return new Map(
        rows.map(({ name, count, answers }) => [
          name,
          { count: Math.max(count, answers), isWhole: answers > 0 },
        ]),
      );
    });
    return {
      ...judge(ledger.entries(), effects),
      rounds: resumes.length,
      recoveryMs: resumedMs,
      broken,
      notes: [
        `${ledger.entries().length} messages over ${visits.reduce((n, v) => n + v.connections, 0)} lines`,
        ...(everybody
          ? [`${everybody.sockets} sockets cut at once, back after ${Math.round(everybody.ms)} ms`]
          : []),
        ...(simulated ? [`${simulated.steps} simulated steps`] : []),
      ],
    };
  },
};

/** Ten tabs for each conversation lose their lines at the same moment. */
async function allAtOnce(url: string, visits: readonly Visit[], random: () => number) {
  const tabs: Awaited<ReturnType<typeof openTab>>[] = [];
  for (let count = 0; count < 10; count += 1)
    tabs.push(...(await Promise.all(visits.map(({ conversation }) => openTab(url, conversation)))));
  const begun = performance.now();
  await Promise.all(tabs.map((tab) => tab.comeBack(random)));
  const ms = performance.now() - begun;
  for (const tab of tabs) tab.close();
  return { sockets: tabs.length, ms };
}
