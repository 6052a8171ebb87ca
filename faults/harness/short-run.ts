// Some of the faults as tests, once or twice each, on a bed of their own.
import { afterAll, expect, it } from "vitest";
import { allFaults } from "../scripts/index.ts";
import { type Bed, createBed } from "./bed.ts";
import { nothingHappened } from "./fault.ts";

export async function shortRun(ids: readonly string[]): Promise<void> {
  const faults = (await allFaults()).filter((fault) => ids.includes(fault.id));
  let bed: Bed | undefined;
  const close = async () => {
    const closed = bed;
    bed = undefined;
    await closed?.close();
  };
  afterAll(close);

  for (const fault of faults) {
    it(`${fault.id} ${fault.title}`, { timeout: 480_000 }, async () => {
      try {
        bed ??= await createBed({ scale: "short", seed: 1 });
        const { lost, phantom, double, torn, broken } = await fault.run(bed);
        expect({ lost, phantom, double, torn, broken }).toEqual(nothingHappened);
      } catch (error) {
        // Databases may be stopped and writers at work: neither another attempt nor the next fault begins with that.
        await close();
        throw error;
      }
    });
  }
}
