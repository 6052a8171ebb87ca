// Most faults once or twice. `npm run test:faults` runs all of them for as long as it takes to trust them.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Bed, createBed } from "./harness/bed.ts";
import { type Fault, nothingHappened } from "./harness/fault.ts";
import { allFaults } from "./scripts/index.ts";

const faults = await allFaults();
let bed: Bed;
beforeAll(async () => {
  bed = await createBed({ scale: "short", seed: 1 });
}, 120_000);
afterAll(async () => bed.close());

async function holds(fault: Fault): Promise<void> {
  const { lost, phantom, double, torn, broken } = await fault.run(bed);
  expect({ lost, phantom, double, torn, broken }).toEqual(nothingHappened);
}

it("there is a script for each of the fifteen faults", () => {
  expect(faults.map((fault) => fault.id)).toEqual(Array.from({ length: 15 }, (_, index) => `R${index + 1}`));
});

// Those that need more than one server process are left to the command: starting them is most of their time.
const quick = new Set(["R1", "R2", "R3", "R4", "R5", "R8", "R9", "R12", "R13", "R14"]);

for (const fault of faults.filter(({ id }) => quick.has(id))) {
  it(`${fault.id} ${fault.title}`, { timeout: 180_000 }, () => holds(fault));
}
