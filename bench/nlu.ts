// Intent accuracy, training CPU and prediction time beside nlp.js 4.27 on public data sets.
// The data is not part of the repository: NLU_DATA names its folder.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../apps/server/src/nlu/classifier/random.ts";
import { interleave, median, percentile, type Bench, type BenchResult, type Row } from "./measure.ts";
import type { Answer, Example, Task } from "./nlu-engine.ts";
import { installPeers, peersFolder } from "./peers.ts";

const dataFolder = process.env["NLU_DATA"] ?? join(import.meta.dirname, "../../shared/data/nlu");

const tenShotFiles = [
  "banking77_10shot_seed1.csv",
  "banking77_10shot_seed2.csv",
  "banking77_10shot_seed3.csv",
];

type DataSet = { name: string; task: Task; rounds: number };

type Measured = {
  accuracy: number;
  macroF1: number;
  cpu: number;
  p50: number;
  p99: number;
  modelBytes: number;
};

function readCsv(file: string): (Example & { split: string })[] {
  const source = readFileSync(join(dataFolder, file), "utf8");
  const records = source.matchAll(/([^,\n]*),("(?:[^"]|"")*"|[^,\n]*),([^\n]*)\r?\n?/g);
  return Array.from(records, ([, split = "", text = "", intent = ""]) => ({
    split,
    text: text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text,
    intent: intent.trim().replace(/^"(.*)"$/, "$1"),
  })).slice(1);
}

/** nlp.js learns in the order it is fed and does badly on data sorted by intent: both get it shuffled. */
function shuffled<T>(items: T[]): T[] {
  const random = seededRandom(1);
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map((entry) => entry.item);
}

function dataSets(): DataSet[] {
  const split = (file: string, name: string) => readCsv(file).filter((example) => example.split === name);
  const banking = split("banking77.csv", "test");
  const small = (name: string, file: string) => ({
    name,
    task: { train: shuffled(split(file, "train")), test: split(file, "test") },
    rounds: 3,
  });
  return [
    {
      name: "Banking77",
      task: { train: shuffled(split("banking77.csv", "train")), test: banking },
      rounds: 1,
    },
    ...tenShotFiles.map((file, i) => ({
      name: `10-shot draw ${i + 1}`,
      task: { train: shuffled(split(file, "train")), test: banking },
      rounds: 3,
    })),
    small("Chatbot", "chatbot.csv"),
    small("AskUbuntu", "askubuntu.csv"),
  ];
}

function contest(script: string, task: Task): Promise<Answer> {
  const output = execFileSync(process.execPath, [script], {
    input: JSON.stringify(task),
    maxBuffer: 2 ** 28,
    stdio: ["pipe", "pipe", "inherit"],
  });
  // nlp.js prints its epochs before the answer.
  const text = output.toString("utf8");
  return Promise.resolve(JSON.parse(text.slice(text.lastIndexOf('{"trainCpuSeconds"'))));
}

function macroF1(test: Example[], answers: string[]): number {
  const names = [...new Set(test.map((example) => example.intent))];
  const scores = names.map((name) => {
    let right = 0;
    let said = 0;
    let meant = 0;
    test.forEach((example, i) => {
      if (answers[i] === name) said += 1;
      if (example.intent === name) meant += 1;
      if (answers[i] === name && example.intent === name) right += 1;
    });
    return right === 0 ? 0 : (2 * right) / (said + meant);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function summarise(task: Task, rounds: Answer[]): Measured {
  const answers = rounds[0]?.answers ?? [];
  const right = task.test.filter((example, i) => example.intent === answers[i]).length;
  return {
    accuracy: (100 * right) / task.test.length,
    macroF1: 100 * macroF1(task.test, answers),
    cpu: median(rounds.map((round) => round.trainCpuSeconds)),
    p50: median(rounds.map((round) => percentile(round.microseconds, 0.5))) / 1_000,
    p99: median(rounds.map((round) => percentile(round.microseconds, 0.99))) / 1_000,
    modelBytes: rounds[0]?.modelBytes ?? 0,
  };
}

type Entry = { set: DataSet; ours: Measured; peer: Measured };

function toRows({ set, ours, peer }: Entry): Row[] {
  const row = (engine: string, measured: Measured) => ({
    "data set": set.name,
    engine,
    "accuracy %": measured.accuracy.toFixed(1),
    "macro-F1 %": measured.macroF1.toFixed(1),
    "train CPU s": measured.cpu.toFixed(2),
    "p50 ms": measured.p50.toFixed(3),
    "p99 ms": measured.p99.toFixed(3),
    "model KB": measured.modelBytes === 0 ? "" : (measured.modelBytes / 1_024).toFixed(0),
  });
  return [row("Parley", ours), row("nlp.js 4.27", peer)];
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Each goal with the figure that decides it. */
function verdicts(entries: Entry[]): { text: string; holds: boolean }[] {
  const banking = entries.find((entry) => entry.set.name === "Banking77");
  const tenShot = entries.filter((entry) => entry.set.name.startsWith("10-shot"));
  const braun = entries.filter((entry) => ["Chatbot", "AskUbuntu"].includes(entry.set.name));
  if (!banking) throw new Error("Banking77 was not measured.");
  const together = (pick: (entry: Entry) => Measured) => {
    const total = braun.reduce((sum, entry) => sum + entry.set.task.test.length, 0);
    return braun.reduce((sum, entry) => sum + pick(entry).accuracy * entry.set.task.test.length, 0) / total;
  };
  const cpu = (pick: (entry: Entry) => Measured) => entries.reduce((sum, entry) => sum + pick(entry).cpu, 0);
  const tenShotMean = mean(tenShot.map((entry) => entry.ours.accuracy));
  const share = cpu((entry) => entry.ours) / cpu((entry) => entry.peer);
  const slowest = Math.max(...entries.map((entry) => entry.ours.p50));
  const [oursTogether, peerTogether] = [together((entry) => entry.ours), together((entry) => entry.peer)];
  return [
    { text: `Banking77 ${banking.ours.accuracy.toFixed(1)} %`, holds: banking.ours.accuracy >= 91.5 },
    { text: `10-shot ${tenShotMean.toFixed(1)} %`, holds: tenShotMean >= 74 },
    {
      text: `Chatbot+AskUbuntu ${oursTogether.toFixed(1)} % to ${peerTogether.toFixed(1)} %`,
      holds: oursTogether >= peerTogether,
    },
    { text: `training ${share.toFixed(2)} of nlp.js CPU`, holds: share <= 0.2 },
    { text: `p50 ${slowest.toFixed(3)} ms`, holds: slowest <= 0.1 },
  ];
}

async function run(): Promise<BenchResult> {
  if (!existsSync(join(dataFolder, "banking77.csv"))) {
    console.log(
      `There are no data sets in ${dataFolder}: set NLU_DATA to their folder. Nothing was measured.`,
    );
    return { table: [], figure: "skipped, no data", passed: false };
  }
  installPeers();
  const entries: Entry[] = [];
  for (const set of dataSets()) {
    console.log(`${set.name}: ${set.task.train.length} to learn from, ${set.task.test.length} to answer …`);
    const results = await interleave(set.rounds, {
      ours: () => contest(join(import.meta.dirname, "nlu-engine.ts"), set.task),
      peer: () => contest(join(peersFolder, "nlp-js.mjs"), set.task),
    });
    entries.push({
      set,
      ours: summarise(set.task, results["ours"] ?? []),
      peer: summarise(set.task, results["peer"] ?? []),
    });
  }
  const all = verdicts(entries);
  const missed = all.filter((verdict) => !verdict.holds).map((verdict) => verdict.text);
  if (missed.length > 0) console.log(`Missed: ${missed.join("; ")}.`);
  return {
    table: entries.flatMap(toRows),
    figure: all.map((verdict) => verdict.text).join(", "),
    passed: missed.length === 0,
  };
}

export const bench: Bench = {
  name: "nlu",
  goal: "Banking77 >= 91.5 %, 10-shot >= 74 %, Chatbot+AskUbuntu at least nlp.js, training <= 0.20, p50 <= 0.1 ms",
  run,
};
