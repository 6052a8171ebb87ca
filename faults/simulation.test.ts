import { expect, it } from "vitest";
import { simulate } from "./simulation.ts";

it("whatever is lost, late or out of order, everybody sees every message once and in order", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { broken, messages, cuts, failedReads } = await simulate({ seed, steps: 10_000 });
    expect(broken).toEqual([]);
    expect(Math.min(messages, cuts, failedReads)).toBeGreaterThan(10);
  }
});
