import { expect, it } from "vitest";
import { validateVersionFiles } from "./validation.ts";

const config = { filePath: "config.json", content: "{}" };

it("names the first mistakes of a kind and counts the rest, and lets others have their turn", async () => {
  const content = "the same phrase\n".repeat(30_000);
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
  })();
  const messages = await validateVersionFiles({
    files: [config, { filePath: "intents/a.txt", content }],
    assetIds: [],
    checkScript: async () => [],
  });
  isOver = true;
  await others;
  const twice = messages.filter((message) => message.code === "utterance_twice");
  expect(twice).toHaveLength(501);
  expect(twice.at(-1)).toMatchObject({
    severity: "info",
    message: "And 29,499 more of this kind.",
    file: null,
  });
  expect(turns).toBeGreaterThan(10);
});
