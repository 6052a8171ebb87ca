// Parley's own engine as a contestant of bench/nlu.ts, in a process of its own like its peer.
import { readFileSync } from "node:fs";
import { trainInThread } from "../apps/server/src/nlu/classifier/train.ts";
import { loadModel } from "../apps/server/src/nlu/model/load.ts";

export type Example = { text: string; intent: string };
export type Task = { train: Example[]; test: Example[] };
export type Answer = {
  trainCpuSeconds: number;
  answers: string[];
  microseconds: number[];
  modelBytes?: number;
};

const { train, test }: Task = JSON.parse(readFileSync(0, "utf8"));
const names = [...new Set(train.map((example) => example.intent))];
const intents = names.map((name) => ({
  name,
  utterances: train.filter((example) => example.intent === name).map((example) => example.text),
}));

const before = process.cpuUsage();
// In this thread: starting a thread is no training, and the peer starts none.
const { buffer } = trainInThread(
  { intents, entities: [], language: "en", seed: 1, strictness: 0.5 },
  () => {},
);
const used = process.cpuUsage(before);

const model = loadModel(buffer);
const microseconds: number[] = [];
const answers = test.map(({ text }) => {
  const begin = process.hrtime.bigint();
  const { intents: ranked } = model.predict(text);
  microseconds.push(Number(process.hrtime.bigint() - begin) / 1_000);
  return ranked[0]?.name ?? "";
});
const answer: Answer = {
  trainCpuSeconds: (used.user + used.system) / 1e6,
  answers,
  microseconds,
  modelBytes: buffer.length,
};
process.stdout.write(JSON.stringify(answer));
