import { expect, it } from "vitest";
import { isId, newId } from "./ids.ts";

it("makes ids of version 7 that carry their time and are all different", () => {
  const at = Date.UTC(2026, 2, 1, 12, 34, 56, 789);
  const ids = Array.from({ length: 2_000 }, (_, later) => newId(at + later));
  expect(ids.every((id) => isId(id) && /^.{14}7.{4}[89ab]/.test(id))).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(15))).size).toBe(ids.length);
  expect(new Set(ids.map((id) => id.charAt(19))).size).toBe(4);
  expect(Number.parseInt((ids[5] ?? "").replace("-", "").slice(0, 12), 16)).toBe(at + 5);
});
