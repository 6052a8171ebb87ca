import { describe, expect, it } from "vitest";
import { parseCron } from "./cron.ts";
import { nextRun } from "./next-run.ts";

function next(cron: string, after: string, zone = "UTC"): string | undefined {
  const parsed = parseCron(cron);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return nextRun(parsed, new Date(after), zone)?.toISOString();
}

describe("a schedule", () => {
  it.each([
    ["0 9 * * 1-5", "2026-11-13T10:00:00Z", "UTC", "2026-11-16T09:00:00.000Z"],
    ["0 9 * * 1-5", "2026-11-13T10:00:00Z", "Europe/Berlin", "2026-11-16T08:00:00.000Z"],
    ["*/15 * * * *", "2026-11-15T10:07:30Z", "UTC", "2026-11-15T10:15:00.000Z"],
    ["59 23 31 12 *", "2026-11-15T00:00:00Z", "UTC", "2026-12-31T23:59:00.000Z"],
    ["0 0 29 2 *", "2026-03-01T00:00:00Z", "UTC", "2028-02-29T00:00:00.000Z"],
    ["0 0 13 * fri", "2026-11-01T00:00:00Z", "UTC", "2026-11-06T00:00:00.000Z"],
    ["0 12 * jan-mar,dec sun", "2026-11-15T00:00:00Z", "UTC", "2026-12-06T12:00:00.000Z"],
    ["30 0 * * *", "2026-11-15T20:00:00Z", "Asia/Tokyo", "2026-11-16T15:30:00.000Z"],
    // Berlin skips 02:30 on 2026-03-29: it runs when the skip is over.
    ["30 2 * * *", "2026-03-28T12:00:00Z", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    // Berlin shows 02:30 twice on 2026-10-25: it runs at the first, and then the next day.
    ["30 2 * * *", "2026-10-24T12:00:00Z", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["30 2 * * *", "2026-10-25T00:30:00Z", "Europe/Berlin", "2026-10-26T01:30:00.000Z"],
  ])("%s after %s in %s", (cron, after, zone, expected) => {
    expect(next(cron, after, zone)).toBe(expected);
  });

  it("that never comes round has no next time", () => {
    expect(next("0 0 31 2 *", "2026-01-01T00:00:00Z")).toBeUndefined();
  });

  it.each([
    "",
    "* * * *",
    "60 * * * *",
    "* 24 * * *",
    "* * 0 * *",
    "* * * 13 *",
    "* * * * 8",
    "*/0 * * * *",
    "5-1 * * * *",
    "a * * * *",
    "* * * * * *",
    "1,,2 * * * *",
  ])("“%s” is refused with a sentence", (cron) => {
    expect(parseCron(cron)).toHaveProperty("problem");
  });
});
