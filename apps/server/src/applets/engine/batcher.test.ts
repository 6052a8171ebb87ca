import { expect, it } from "vitest";
import { createBatcher } from "./batcher.ts";

it("writes one that comes alone at once, and gathers where many come", async () => {
  const batches: (readonly number[])[] = [];
  const write = createBatcher<number, number>(
    async (items) => {
      batches.push(items);
      return items.map((item) => item * 2);
    },
    { most: 4, atOnce: 1, gatherMs: 50 },
  );
  expect(await write(1)).toBe(2);
  expect(await Promise.all([2, 3].map(write))).toEqual([4, 6]);
  const fourth = write(4);
  // Long after the rest of the turn that wrote 4.
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await Promise.all([fourth, write(5)])).toEqual([8, 10]);
  expect(await Promise.all([6, 7, 8, 9, 10].map(write))).toEqual([12, 14, 16, 18, 20]);
  expect(batches).toEqual([[1], [2, 3], [4, 5], [6, 7, 8, 9], [10]]);
});

it("tells each of a failed write, and goes on", async () => {
  let isBroken = true;
  const write = createBatcher<number, number>(
    async (items) => {
      if (isBroken) throw new Error("no disk");
      return items;
    },
    { most: 4, atOnce: 1, gatherMs: 1 },
  );
  const failed = await Promise.allSettled([write(1), write(2)]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isBroken = false;
  expect(await write(3)).toBe(3);
});
