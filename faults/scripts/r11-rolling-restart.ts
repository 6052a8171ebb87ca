// Two servers are replaced one after the other while visitors chat: nobody loses a word or sees one twice.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../../bench/measure.ts";
import { withClient } from "../harness/bed.ts";
import type { Fault } from "../harness/fault.ts";
import { judge, openLedger } from "../harness/ledger.ts";
import { pick } from "../harness/seeded.ts";
import { seenWrong, visit } from "../harness/visitor.ts";

export const fault: Fault = {
  id: "R11",
  title: "both servers replaced in turn while visitors chat",
  async run(bed) {
    const isShort = bed.scale === "short";
    const databaseUrl = await bed.database();
    const servers = await Promise.all([0, 1].map(() => bed.product({ databaseUrl, roles: "chat,worker" })));
    await Promise.all(servers.map((server) => server.start()));
    const ledger = openLedger(join(bed.folder, "ledgers", "r11"));
    const names = Array.from({ length: isShort ? 6 : 300 }, (_, index) => `r11x${index}`);
    // Any server serves any visitor: whoever has to come back is sent to one that is ready, as a proxy would.
    const ready = new Set(servers);
    const url = () => pick(bed.random, [...ready]).apiUrl;
    let isRestarting = true;
    const talks = Promise.all(
      names.map(async (name) => {
        const visits = [];
        for (let part = 0; isRestarting || part === 0; part += 1) {
          visits.push(
            await visit({
              name: `${name}p${part}`,
              widgetId: bed.world.chat.widgetId,
              messages: 6,
              url,
              random: bed.random,
              ledger,
              // Three hundred say about a hundred things a second.
              pauseMs: isShort ? 250 : 6_000,
            }),
          );
        }
        return visits;
      }),
    );
    // Whoever gives up is reported when everybody is asked, not as an unhandled rejection.
    talks.catch(() => undefined);
    const rounds = isShort ? 1 : 3;
    try {
      // Chats that go on are what is replaced under, not three hundred that begin in the same moment.
      if (!isShort) await sleep(6_000);
      for (let round = 0; round < rounds; round += 1) {
        for (const server of servers) {
          await sleep(300);
          const ended = server.end("SIGTERM");
          // A proxy hears of it a little later, and finds nobody there until then.
          await sleep(500);
          ready.delete(server);
          await ended;
          await server.start();
          ready.add(server);
        }
      }
    } finally {
      isRestarting = false;
    }
    const visits = (await talks).flat();
    const broken = visits.flatMap((each) => seenWrong(each, each.conversation.id) ?? []);
    const resumes = visits.flatMap((each) => each.resumes);
    const waits = visits.map((each) => each.longestWaitMs);
    const effects = await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ name: string; answers: number }>(
        `select m.client_message_id as name, (select count(*)::int from conversation_messages a
           where a.conversation_id = m.conversation_id and a.text = 'You said: ' || m.client_message_id) as answers
         from conversation_messages m where m.client_message_id like 'chat-r11x%'`,
      );
      return new Map(rows.map(({ name, answers }) => [name, { count: answers, isWhole: answers > 0 }]));
    });
    await Promise.all(servers.map((server) => server.end()));
    const gap = resumes.length === 0 ? undefined : percentile(resumes, 0.99);
    if (!isShort && gap !== undefined && gap > 1_000)
      broken.push(`Visitors were without a line for ${Math.round(gap)} ms (p99).`);
    if (gap === undefined) broken.push("Nobody was ever disconnected, so that nothing was tested.");
    return {
      ...judge(ledger.entries(), effects),
      rounds: rounds * servers.length,
      recoveryMs: gap,
      broken,
      notes: [
        `${ledger.entries().length} messages, longest wait for an answer ${Math.round(Math.max(...waits))} ms`,
      ],
    };
  },
};
