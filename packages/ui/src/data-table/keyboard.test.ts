import { expect, test } from "vitest";
import { nextIndex } from "./keyboard.ts";

test.each([
  ["ArrowDown", 0, 1],
  ["ArrowDown", 9, 9],
  ["ArrowUp", 0, 0],
  ["k", 4, 3],
  ["PageDown", 2, 6],
  ["PageUp", 2, 0],
  ["Home", 7, 0],
  ["End", 0, 9],
])("%s from row %d goes to %d", (key, from, to) => {
  expect(nextIndex(key, from, 10, 4)).toBe(to);
});

test("other keys move nothing", () => {
  expect(nextIndex("Enter", 3, 10, 4)).toBeUndefined();
});
