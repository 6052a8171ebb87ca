// Some of the faults as tests, once or twice each, on a bed of their own.
import { afterAll, beforeAll, expect, it } from "vitest";
import { allFaults } from "../scripts/index.ts";
import { type Bed, createBed } from "./bed.ts";
import { nothingHappened } from "./fault.ts";

export async function shortRun(ids: readonly string[]): Promise<void> {
  const faults = (await allFaults()).filter((fault) => ids.includes(fault.id));
  let bed: Bed;
  beforeAll(async () => {
    bed = await createBed({ scale: "short", seed: 1 });
  }, 120_000);
  afterAll(async () => bed.close());

  for (const fault of faults) {
    it(`${fault.id} ${fault.title}`, { timeout: 180_000 }, async () => {
      const { lost, phantom, double, torn, broken } = await fault.run(bed);
      expect({ lost, phantom, double, torn, broken }).toEqual(nothingHappened);
    });
  }
}
