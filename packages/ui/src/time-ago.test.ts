import { expect, test } from "vitest";
import { timeAgo } from "./time-ago.ts";

const now = new Date("2026-11-15T12:00:00Z");
const before = (seconds: number) => timeAgo(new Date(now.getTime() - seconds * 1000), now);

test.each([
  [0, "just now"],
  [44, "just now"],
  [-20, "just now"],
  [60, "1 minute ago"],
  [59 * 60, "59 minutes ago"],
  [2 * 3600, "2 hours ago"],
  [86_400, "yesterday"],
  [8 * 86_400, "last week"],
  [400 * 86_400, "last year"],
  [-3600, "in 1 hour"],
])("%d seconds ago reads %s", (seconds, expected) => {
  expect(before(seconds)).toBe(expected);
});
