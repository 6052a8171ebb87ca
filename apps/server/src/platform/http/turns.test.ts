import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTurns } from "./turns.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function aRow() {
  const turns = createTurns({ atOnce: 2, patienceMs: 100 });
  const begun: string[] = [];
  const call = (tenant: string, name: string) => turns.enter(tenant, () => begun.push(name));
  return { turns, begun, call };
}

it("begins a few of one organisation, the rest in order as they end, and those of others at once", () => {
  const { turns, begun, call } = aRow();
  const ends = ["a1", "a2", "a3", "a4"].map((name) => call("a", name));
  call("b", "b1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  expect(turns.waiting()).toBe(2);
  ends[1]?.();
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  ends[0]?.();
  expect(begun.at(-1)).toBe("a4");
  expect(turns.waiting()).toBe(0);
});

it("does not count one that is slow, and counts its end only once", () => {
  const { begun, call } = aRow();
  const slow = [call("a", "slow"), call("a", "slow too")];
  for (const name of ["one", "two", "three"]) call("a", name);
  vi.advanceTimersByTime(99);
  expect(begun).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(begun).toEqual(["slow", "slow too", "one", "two"]);
  for (const end of slow) end();
  expect(begun).toHaveLength(4);
  vi.advanceTimersByTime(100);
  expect(begun.at(-1)).toBe("three");
});

it("lets go of those that gave up waiting", () => {
  const { turns, begun, call } = aRow();
  const [first, , third] = ["one", "two", "three", "four"].map((name) => call("a", name));
  third?.();
  first?.();
  expect(begun).toEqual(["one", "two", "four"]);
  expect(turns.waiting()).toBe(0);
});

it("runs work in turn, and goes on when some of it fails", async () => {
  const turns = createTurns({ atOnce: 1, patienceMs: 100 });
  const failing = turns.run("a", () => Promise.reject(new Error("no")));
  const next = turns.run("a", async () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});
