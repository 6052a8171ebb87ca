import { expect, it } from "vitest";
import { createBriefMemory } from "./brief-memory.ts";

it("asks once for callers with the same question, and again when told to forget", async () => {
  const memory = createBriefMemory<number>(1_000);
  let asked = 0;
  const ask = async () => ++asked;
  expect(await Promise.all([memory.get("a", ask), memory.get("a", ask)])).toEqual([1, 1]);
  expect(await memory.get("b", ask)).toBe(2);
  memory.forget();
  expect(await memory.get("a", ask)).toBe(3);
});

it("keeps nothing longer than told, and nothing at all when told zero", async () => {
  const brief = createBriefMemory<number>(30);
  const never = createBriefMemory<number>(0);
  let asked = 0;
  const ask = async () => ++asked;
  await brief.get("a", ask);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await brief.get("a", ask)).toBe(2);
  await never.get("a", ask);
  expect(await never.get("a", ask)).toBe(4);
});

it("does not keep a failure", async () => {
  const memory = createBriefMemory<number>(1_000);
  await expect(memory.get("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await memory.get("a", async () => 1)).toBe(1);
});

it("keeps nothing under a key that anybody could make long", async () => {
  const memory = createBriefMemory<number>(1_000);
  let asked = 0;
  const ask = async () => ++asked;
  const long = "x".repeat(10_000);
  expect([await memory.get(long, ask), await memory.get(long, ask)]).toEqual([1, 2]);
});
