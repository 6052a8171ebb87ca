import { expect, it } from "vitest";
import { storableJson, storableText } from "./storable.ts";

it("leaves ordinary values as they are", () => {
  const value = { a: ["x", 1, null, { b: "😀 [[{{" }], c: "\\u0000 as it is written" };
  expect(JSON.parse(storableJson(value))).toEqual(value);
  expect(storableText("plain")).toBe("plain");
});

it("takes out what cannot be stored, in keys as well", () => {
  expect(JSON.parse(storableJson({ "a\0": ["x\0y", "\ud800z"] }))).toEqual({ a: ["xy", "\ufffdz"] });
  expect(storableText("x\0y")).toBe("xy");
});

it("ends nesting that has no end", () => {
  const depth = 100_000;
  const deep: unknown = JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
  const text = storableJson({ deep });
  expect(text.length).toBeLessThan(500);
  expect(text).toContain("…");
});
