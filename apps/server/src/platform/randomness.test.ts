import { expect, it } from "vitest";
import { randomness } from "./randomness.ts";

it("gives bytes that were never given before", () => {
  const given = Array.from({ length: 1_000 }, (_, at) => randomness(16 + (at % 32)));
  expect(given.every((bytes, at) => bytes.length === 16 + (at % 32))).toBe(true);
  expect(new Set(given.map((bytes) => bytes.toString("hex", 0, 16))).size).toBe(given.length);
  // None of them is the emptied rest of the pool.
  expect(given.some((bytes) => bytes.subarray(-8).every((byte) => byte === 0))).toBe(false);
});
