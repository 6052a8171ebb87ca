import { expect, it } from "vitest";
import { changedFields, merge, type Values } from "./values.ts";

const before: Values = {
  name: "Greet",
  description: "",
  status: "DRAFT",
  appletVersionId: "v1",
  options: {},
  triggers: [],
  condition: "{}",
  actions: [],
};

it("takes what only one of two people touched from that one", () => {
  const mine = { ...before, name: "Greet again", status: "ACTIVE" as const };
  const theirs = { ...before, description: "Says hello", options: { a: 1 } };
  const { clashes, touchedByThem, take } = merge(before, mine, theirs);
  expect(clashes).toEqual([]);
  expect(touchedByThem).toEqual(["description", "options"]);
  expect(take("mine")).toEqual({ ...mine, description: "Says hello", options: { a: 1 } });
});

it("asks about what both touched, and lets either win", () => {
  const mine = { ...before, name: "Mine", condition: '{"all":[]}' };
  const theirs = { ...before, name: "Theirs" };
  const { clashes, take } = merge(before, mine, theirs);
  expect(clashes).toEqual(["name"]);
  expect(take("mine")).toMatchObject({ name: "Mine", condition: '{"all":[]}' });
  expect(take("theirs")).toMatchObject({ name: "Theirs", condition: '{"all":[]}' });
});

it("does not call it a change when only the server's words about a step differ", () => {
  const step = {
    id: "s",
    name: "Schedule",
    options: { cron: "0 9 * * *" },
    packageId: "p",
    packageVersionId: "v",
    packageVersion: { id: "v", version: "1.0.0", schema: {} },
  };
  const one = { ...before, triggers: [{ ...step, nextRunAt: "2026-01-01T09:00:00Z" }] };
  const other = { ...before, triggers: [{ ...step, nextRunAt: "2026-01-02T09:00:00Z" }] };
  expect(changedFields(one, other)).toEqual([]);
  expect(changedFields(one, { ...other, triggers: [{ ...step, options: {} }] })).toEqual(["triggers"]);
});
