import { expect, test } from "vitest";
import { queryMetadata } from "./audit-query.ts";

test("a day counts from its first to its last moment, where the reader is", () => {
  const { from, to } = queryMetadata("", { from: "2026-03-01", to: "2026-03-01" });
  expect(Date.parse(to ?? "") - Date.parse(from ?? "")).toBe(86_400_000);
  expect(new Date(from ?? "").getHours()).toBe(0);
});

test("says only what was asked, and ignores what is no date", () => {
  expect(queryMetadata("", { from: "soon" })).toEqual({});
  expect(queryMetadata("team", { actor: "a", children: "yes" })).toEqual({
    search: "team",
    userId: "a",
    includeChildAccounts: true,
  });
});
