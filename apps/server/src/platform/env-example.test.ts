import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { readConfig, settingNames } from "./config.ts";

const example = readFileSync(new URL("../../../../.env.example", import.meta.url), "utf8");
const setting = /^# ([A-Z_]+)=/;

test(".env.example lists every setting, each under a sentence of its own", () => {
  const lines = example.split("\n");
  const listed = lines.flatMap((line) => setting.exec(line)?.[1] ?? []);
  expect(listed.toSorted()).toEqual(settingNames.toSorted());
  const bare = lines.filter((line, index) => setting.test(line) && !/^# .*\.$/.test(lines[index - 1] ?? ""));
  expect(bare).toEqual([]);
});

test("the values shown in .env.example are the defaults", () => {
  const values = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ""));
  const { adminSecret: _, ...shown } = readConfig(values);
  const { adminSecret: __, ...defaults } = readConfig({});
  expect(shown).toEqual(defaults);
});
