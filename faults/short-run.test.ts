// Those faults that share one product. `npm run test:faults` runs all of them for as long as it takes to trust them.
import { expect, it } from "vitest";
import { shortRun } from "./harness/short-run.ts";
import { allFaults } from "./scripts/index.ts";

it("there is a script for each of the fifteen faults", async () => {
  const ids = (await allFaults()).map((fault) => fault.id);
  expect(ids).toEqual(Array.from({ length: 15 }, (_, index) => `R${index + 1}`));
});

await shortRun(["R1", "R2", "R3", "R4", "R5", "R8", "R9", "R12", "R13", "R14"]);
