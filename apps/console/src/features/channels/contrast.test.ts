import { expect, test } from "vitest";
import { contrast, contrastProblems } from "./contrast.ts";

test("black on white is 21, a colour on itself 1, and what is no colour is not judged", () => {
  expect(contrast("#000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#777")).toBeCloseTo(1, 5);
  expect(contrast("#767676", "#fff")).toBeCloseTo(4.54, 2);
  expect(contrast("teal", "#fff")).toBeUndefined();
});

test("names what is hard to read, in the colours the chat can have", () => {
  const pale = { color: "#ffee88", textColor: "#ffffff", theme: "auto" };
  expect(contrastProblems(pale).map(({ what }) => what)).toEqual(["text", "light"]);
  expect(contrastProblems({ ...pale, textColor: "#000000", theme: "dark" })).toEqual([]);
  expect(
    contrastProblems({ color: "#10131a", textColor: "#fff", theme: "auto" }).map(({ what }) => what),
  ).toEqual(["dark"]);
});
