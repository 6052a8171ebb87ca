// nlp.js as a contestant: the same task in, the same answer out as bench/nlu-engine.ts.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(import.meta.url);
const { dockStart } = require("@nlpjs/basic");
const { LangEn } = require("@nlpjs/lang-en");

const { train, test } = JSON.parse(readFileSync(0, "utf8"));

const dock = await dockStart({
  settings: { nlp: { forceNER: false, autoSave: false, log: false } },
  use: ["Basic"],
});
dock.getContainer().use(LangEn);
const nlp = dock.get("nlp");
nlp.settings.autoSave = false;
nlp.settings.log = false;
nlp.addLanguage("en");

const before = process.cpuUsage();
for (const { text, intent } of train) nlp.addDocument("en", text, intent);
await nlp.train();
const used = process.cpuUsage(before);

const answers = [];
const microseconds = [];
for (const { text } of test) {
  const begin = process.hrtime.bigint();
  const result = await nlp.process("en", text);
  microseconds.push(Number(process.hrtime.bigint() - begin) / 1_000);
  answers.push(result.intent);
}
process.stdout.write(
  JSON.stringify({ trainCpuSeconds: (used.user + used.system) / 1e6, answers, microseconds }),
);
process.exit(0);
