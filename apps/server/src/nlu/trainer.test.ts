import { expect, test } from "vitest";
import { loadModel, trainAndEvaluate, trainNlu } from "./index.ts";
import { trainInThread } from "./classifier/train.ts";
import { limits } from "./limits.ts";
import { anInput } from "./testing-data.ts";
import { evaluate } from "./trainer.ts";
import type { Progress } from "./types.ts";

function aLargeInput() {
  const words = Array.from({ length: 400 }, (_, i) => `word${(i * 7919) % 1000}x`);
  return anInput({
    intents: Array.from({ length: 60 }, (_, intent) => ({
      name: `intent ${intent}`,
      utterances: Array.from({ length: 200 }, (_, i) =>
        Array.from({ length: 8 }, (_, j) => words[(intent * 13 + i * 31 + j * 17) % words.length]).join(" "),
      ),
    })),
  });
}

test("training in a thread gives the model that training in place gives", async () => {
  const seen: Progress[] = [];
  const { buffer, summary } = await trainNlu(anInput(), (progress) => seen.push(progress));
  expect(buffer.equals(trainInThread(anInput(), () => {}).buffer)).toBe(true);
  expect(summary).toMatchObject({ intents: 3, utterances: 18 });
  expect(loadModel(buffer).predict("hello there").intents[0]?.name).toBe("greet");
  const shares = seen.map((progress) => progress.done);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});

test("a cancelled training ends at once with the reason", async () => {
  const controller = new AbortController();
  const begin = performance.now();
  const training = trainNlu(
    aLargeInput(),
    () => controller.abort(new Error("Stopped by Ada.")),
    controller.signal,
  );
  await expect(training).rejects.toThrow("Stopped by Ada.");
  expect(performance.now() - begin).toBeLessThan(20_000);
});

test("a training that was cancelled before never starts", async () => {
  await expect(trainNlu(anInput(), undefined, AbortSignal.abort(new Error("Too late.")))).rejects.toThrow(
    "Too late.",
  );
});

test("input over the limit is refused with a sentence, without a thread", async () => {
  const utterances = Array.from({ length: limits.utterances + 1 }, (_, i) => `phrase ${i}`);
  const begin = process.cpuUsage();
  await expect(trainNlu(anInput({ intents: [{ name: "a", utterances }] }))).rejects.toThrow(
    /at most 200,000/,
  );
  expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
});

test("evaluation in a thread reports every part of the quality", async () => {
  const report = await evaluate(anInput());
  expect(report.folds).toBe(10);
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test("training and evaluation together give what each gives alone", async () => {
  const both = await trainAndEvaluate(anInput());
  expect(both.buffer.equals(trainInThread(anInput(), () => {}).buffer)).toBe(true);
  expect(both.report).toEqual(await evaluate(anInput()));
});
