// Database time of a search in a project with a million turns: words, phrases, filters, slips of the pen.
import { historySearchBody, type HistorySearchBody } from "../packages/bot-data/src/index.ts";
import { Kysely, PostgresDialect, sql } from "kysely";
import type { Tables } from "../apps/server/src/generated/database.ts";
import { searchHistory } from "../apps/server/src/history/search.ts";
import { fillHistory, type Talk } from "./history-data.ts";
import { withDatabase } from "./database.ts";
import { type Bench, median, percentile } from "./measure.ts";

const turns = Number(process.env["BENCH_TURNS"] ?? 1_000_000);
const repeats = 12;
const mostMs = 50;

export const bench: Bench = {
  name: "history",
  goal: `p50 of searches over 1,000,000 turns at most ${mostMs} ms of database time`,
  run: () =>
    withDatabase(async (connection) => {
      const begun = performance.now();
      const talk = await fillHistory(connection.db, turns);
      console.log(`filled in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
      const counted = await sql<{ count: number }>`select count(*) as count from conversation_turns`.execute(
        connection.db,
      );
      let spent = 0;
      const db = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: connection.pool }),
        log: (event) => {
          spent += event.queryDurationMillis;
        },
      });
      const all: number[] = [];
      const table = [];
      for (const [name, searchOf] of Object.entries(searches(talk))) {
        const times: number[] = [];
        let found = 0;
        for (let index = 0; index < repeats; index += 1) {
          spent = 0;
          const { scope, body } = searchOf(index);
          const answer = await searchHistory(db, { projectId: talk.projectId, customerId: scope }, body);
          times.push(spent);
          found += answer.total.count;
        }
        all.push(...times);
        const row = { search: name, "found on average": Math.round(found / repeats) };
        table.push({ ...row, "p50 ms": round(median(times)), "p95 ms": round(percentile(times, 0.95)) });
      }
      const slowest = Math.max(...table.map((row) => row["p50 ms"]));
      const isFull = (counted.rows[0]?.count ?? 0) >= 1_000_000;
      return {
        table,
        figure: `p50 ${round(median(all))} ms over all, ${slowest} ms for the slowest kind, ${counted.rows[0]?.count} turns`,
        passed: median(all) <= mostMs && isFull,
      };
    }),
};

const round = (ms: number) => Number(ms.toFixed(1));

type Search = { scope: string | undefined; body: HistorySearchBody };

export function searches(talk: Talk): Record<string, (index: number) => Search> {
  const word = (rank: number) => talk.words[rank] ?? "";
  const search = (body: Partial<HistorySearchBody>, scope?: string): Search => ({
    scope,
    body: historySearchBody.parse(body),
  });
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return {
    "nothing, all customers": () => search({}),
    "one frequent word": (index) => search({ text: word(1 + index) }),
    "one rare word": (index) => search({ text: word(6_000 + index * 97) }),
    "two words": (index) => search({ text: `${word(30 + index)} ${word(300 + index)}` }),
    "two frequent words, one customer": (index) =>
      search({ text: `${word(1 + index)} ${word(20 + index)}` }, talk.customerIds[index % 3]),
    "beginning of a word": (index) => search({ text: word(400 + index * 31).slice(0, 4) }),
    phrase: (index) => search({ text: `"${word(1 + index)} ${word(40 + index)}"` }),
    "slip of the pen": (index) => search({ text: swapped(word(5_000 + index * 61)) }),
    "outcome and language, one customer": (index) =>
      search({ outcomes: ["abandoned"], languages: ["de"] }, talk.customerIds[index % 3]),
    "intent and dates": (index) =>
      search({ intents: [`intent-${index}`], from: day(60 + index), to: day(30 + index) }),
    "word, intent and channel": (index) =>
      search({
        text: word(5 + index),
        intents: [`intent-${index + 3}`],
        channelIds: [talk.channelIds[index % 3] ?? ""],
      }),
  };
}

/** Two letters in the wrong order, and one that no word has. */
function swapped(word: string): string {
  return `${word.slice(0, 2)}${word[3] ?? ""}${word[2] ?? ""}${word.slice(4)}x`;
}
