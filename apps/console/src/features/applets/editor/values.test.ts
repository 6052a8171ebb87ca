import { describe, expect, it } from "vitest";
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
  expect(take(() => "mine")).toEqual({ ...mine, description: "Says hello", options: { a: 1 } });
});

it("asks about what both touched, and lets either win", () => {
  const mine = { ...before, name: "Mine", condition: '{"all":[]}' };
  const theirs = { ...before, name: "Theirs" };
  const { clashes, take } = merge(before, mine, theirs);
  expect(clashes).toEqual([{ key: "name", field: "name", mine: "Mine", theirs: "Theirs" }]);
  expect(take(() => "mine")).toMatchObject({ name: "Mine", condition: '{"all":[]}' });
  expect(take(() => "theirs")).toMatchObject({ name: "Theirs", condition: '{"all":[]}' });
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

describe("the actions of an applet", () => {
  const action = (id: string, text: string) => ({
    id,
    name: `Action ${id}`,
    options: { text },
    packageId: "p",
    packageVersionId: "v",
    packageVersion: { id: "v", version: "1.0.0", schema: {} },
  });
  const withoutId = (step: ReturnType<typeof action>) => {
    const { id: _id, ...rest } = step;
    return rest;
  };
  const added = withoutId(action("", "new here"));
  const a = action("a", "one");
  const b = action("b", "two");
  const c = action("c", "three");
  const start = { ...before, actions: [a, b, c] };

  it("come together step by step: changed here, removed there, added by both", () => {
    const mine = { ...start, actions: [action("a", "mine"), b, c, added] };
    const theirs = { ...start, actions: [a, c, action("d", "new there")] };
    const { clashes, take } = merge(start, mine, theirs);
    expect(clashes).toEqual([]);
    const merged = [action("a", "mine"), c, action("d", "new there"), added];
    expect(take(() => "mine").actions).toEqual(merged);
    expect(take(() => "theirs").actions).toEqual(merged);
  });

  it("are chosen one by one where both changed the same step", () => {
    const mine = { ...start, actions: [action("a", "mine a"), action("b", "mine b"), c] };
    const theirs = { ...start, actions: [action("a", "their a"), c] };
    const { clashes, take } = merge(start, mine, theirs);
    expect(clashes).toEqual([
      expect.objectContaining({ key: "a", field: "actions", step: "Action a" }),
      expect.objectContaining({ key: "b", mine: { name: "Action b", options: { text: "mine b" } } }),
    ]);
    expect(take((key) => (key === "a" ? "theirs" : "mine")).actions).toEqual([
      action("a", "their a"),
      // Gone from the server: saved again as a new one.
      withoutId(action("b", "mine b")),
      c,
    ]);
    expect(take((key) => (key === "a" ? "mine" : "theirs")).actions).toEqual([action("a", "mine a"), c]);
  });

  it("keep the order of whoever moved them", () => {
    const mine = { ...start, actions: [c, a, b] };
    const theirs = { ...start, actions: [a, action("b", "their b"), c] };
    expect(merge(start, mine, theirs).take(() => "mine").actions).toEqual([c, a, action("b", "their b")]);
    expect(merge(start, theirs, mine).take(() => "mine").actions).toEqual([c, a, action("b", "their b")]);
  });
});
