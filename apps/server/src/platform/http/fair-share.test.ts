import { expect, it } from "vitest";
import { createFairShare } from "./fair-share.ts";

it("refuses what is beyond an organisation's share, and nobody else", () => {
  let now = 0;
  const share = createFairShare(10, () => now);
  const allowed = (tenant: string, calls: number) => {
    let count = 0;
    for (let call = 0; call < calls; call += 1) {
      try {
        share.take(tenant);
        count += 1;
      } catch {
        // Refused.
      }
    }
    return count;
  };
  expect(allowed("loud", 100)).toBe(30);
  expect(allowed("calm", 5)).toBe(5);
  now = 1_000;
  expect(allowed("loud", 100)).toBe(10);
  expect(share.refused()).toBe(160);
  expect(() => share.take("loud")).toThrow(/more requests than its share/);
});

it("without a limit refuses nothing", () => {
  const share = createFairShare(0);
  for (let call = 0; call < 1_000; call += 1) share.take("anybody");
  expect(share.refused()).toBe(0);
});
