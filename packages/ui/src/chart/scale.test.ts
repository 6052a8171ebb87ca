import { expect, it } from "vitest";
import { labelStep, niceTicks } from "./scale.ts";

it.each([
  [0, [0, 1]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [7, [0, 2, 4, 6, 8]],
  [38, [0, 10, 20, 30, 40]],
  [1_204, [0, 500, 1_000, 1_500]],
  [0.003, [0, 0.001, 0.002, 0.003]],
])("counts up to %s in round steps", (most, ticks) => {
  expect(niceTicks(most)).toEqual(ticks);
});

it("counts what cannot be halved in whole steps", () => {
  expect([1, 3, 9, 38].map((most) => niceTicks(most, true))).toEqual([
    [0, 1],
    [0, 1, 2, 3],
    [0, 5, 10],
    [0, 10, 20, 30, 40],
  ]);
});

it("always reaches the largest value, in at most five steps", () => {
  for (let most = 0.01; most < 100_000; most *= 1.37) {
    const ticks = niceTicks(most);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-9));
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
});

it("leaves out labels that would overlap", () => {
  expect([labelStep(7, 700), labelStep(30, 700), labelStep(90, 300)]).toEqual([1, 3, 18]);
});
