// A tiny encoder in the shape of the add-on's packages, for tests on machines without it: it knows which of a few
// words are animals, fruits or vehicles, and nothing else.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NluInput } from "#domains/nlu";

export const kinds = {
  animal: "cat horse otter zebra lynx bison wolf gnu pig ewe duck crab yak",
  fruit: "plum kiwi mango fig lime date pear grape melon olive quince berry apple",
  vehicle: "truck van bike ship tram jet sled coach ferry moped canoe buggy train",
} as const;

/** The folder of add-ons. Some words make the encoder fail, die or take its time. */
export function aStandInAddOn(): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-add-ons-"));
  const words = Object.values(kinds).map((list) => list.split(" "));
  const write = (name: string, source: string) => {
    const place = join(folder, "sentence-embeddings", "node_modules", "@energetic-ai", name);
    mkdirSync(place, { recursive: true });
    writeFileSync(
      join(place, "package.json"),
      JSON.stringify({ name: `@energetic-ai/${name}`, main: "index.js" }),
    );
    writeFileSync(join(place, "index.js"), source);
  };
  writeFileSync(join(folder, "package.json"), "{}");
  write("core", "");
  write("model-embeddings-en", "exports.modelSource = 7;");
  write(
    "embeddings",
    `const words = ${JSON.stringify(words)};
    exports.initModel = async (source) => ({
      async embed(text) {
        if (source !== 7) throw new Error("not the local model");
        if (text === "throw") throw new Error("cannot read this");
        if (text.startsWith("die")) process.exit(3);
        if (text === "hang") await new Promise(() => {});
        if (text === "stay") await new Promise((resolve) => setTimeout(resolve, 300));
        const values = new Array(512).fill(0.01);
        words.forEach((list, i) => { if (list.some((word) => text.includes(word))) values[i] = 1; });
        return values;
      },
    });`,
  );
  return folder;
}

/** Three intents whose examples share no words; the last word of each kind is left out, for questions. */
export function anInputOfKinds(language = "en"): NluInput {
  return {
    intents: Object.entries(kinds).map(([name, list]) => ({
      name,
      utterances: list.split(" ").slice(0, -1),
    })),
    entities: [],
    language,
    seed: 1,
    strictness: 0.2,
  };
}
