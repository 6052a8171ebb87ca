import { expect, it } from "vitest";
import { cookieOf } from "./cookies.ts";

it.each([
  [undefined, undefined],
  ["", undefined],
  ["a=1", "1"],
  ["b=2; a=1", "1"],
  ["b=2;a=1 ; c=3", "1"],
  ["aa=2; ba=3", undefined],
  ["x-a=2; a=1", "1"],
  ["a=; a=1", "1"],
  ["a=", undefined],
  ["a=one=two; b=3", "one=two"],
  ["b=a=2; a=1", "1"],
])("of %j it reads %j", (header, value) => {
  expect(cookieOf(header, "a")).toBe(value);
});
