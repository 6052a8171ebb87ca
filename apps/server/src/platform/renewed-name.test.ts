import { expect, it } from "vitest";
import { renewedName } from "./renewed-name.ts";

it("gives another name with each digit of its uses", () => {
  const name = renewedName("write");
  const names = Array.from({ length: 1_000 }, name);
  expect([...new Set(names)]).toEqual(["write-1", "write-2", "write-3", "write-4"]);
  expect([names.indexOf("write-2"), names.indexOf("write-4")]).toEqual([9, 999]);
});
