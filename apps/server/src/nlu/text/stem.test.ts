import { expect, test } from "vitest";
import { stem } from "./stem.ts";

test.each([
  [["print", "prints", "printed", "printing"], "print"],
  [["stop", "stopped", "stopping"], "stop"],
  [["make", "makes", "making"], "mak"],
  [["delivery", "deliveries"], "delivery"],
  [["box", "boxes"], "box"],
])("%j have one stem", (words, expected) => {
  expect(words.map((word) => stem(word))).toEqual(words.map(() => expected));
});

test("what is no inflected English word stays as it is", () => {
  for (const word of ["bus", "this", "class", "red", "king", "thing", "straße", "7ing", "日本", "an"])
    expect(stem(word)).toBe(word);
});
