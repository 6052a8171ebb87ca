import { describe, expect, it } from "vitest";
import { compareSemver, isSemver } from "./semver.ts";

describe("semver", () => {
  it("orders as semver.org says", () => {
    const ordered = [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.2.0",
      "1.10.0",
      "2.0.0",
    ];
    expect(ordered.toReversed().toSorted(compareSemver)).toEqual(ordered);
    expect(["1.0.0", "0.0.0", "1.0.0-x.7.z.92", "1.0.0+build"].every(isSemver)).toBe(true);
    expect(["", "1", "1.0", "01.0.0", "1.0.0-", "1.0.0-01", "a.b.c", "1.0.0 "].some(isSemver)).toBe(false);
  });
});
