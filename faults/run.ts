// npm run test:faults [-- R1 R4] [-- --short] [-- --seed=7]: runs the faults and prints a line for each. Ends with 0
// only when nothing was lost, doubled, torn or made up, and every other promise held. --rounds=20 is for a machine that
// has no time for as many as R1 and R8 have.
import { writeFileSync } from "node:fs";
import { formatTable } from "../bench/measure.ts";
import { createBed } from "./harness/bed.ts";
import { type FaultResult, passed } from "./harness/fault.ts";
import { allFaults } from "./scripts/index.ts";

const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith("-"));
const scale = words.includes("--short") ? "short" : "long";
const seed = Number(words.find((word) => word.startsWith("--seed="))?.slice(7) ?? Date.now() % 100_000);
const rounds = Number(words.find((word) => word.startsWith("--rounds="))?.slice(9) ?? 0);
const report = words.find((word) => word.startsWith("--report="))?.slice(9);

const faults = (await allFaults()).filter((fault) => names.length === 0 || names.includes(fault.id));
console.log(`${faults.length} faults, ${scale} run, seed ${seed}`);
const bed = await createBed({ scale, seed, ...(rounds > 0 && { rounds }) });
const results: Record<string, FaultResult> = {};
let isGood = true;
try {
  for (const fault of faults) {
    const begun = performance.now();
    const result = await fault.run(bed).catch((error: unknown) => failure(error));
    results[fault.id] = result;
    isGood &&= passed(result);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    console.log(`${passed(result) ? "held  " : "BROKEN"} ${fault.id} ${fault.title} (${seconds} s)`);
    for (const sentence of result.broken) console.log(`       ${sentence}`);
  }
} finally {
  await bed.close();
}
const rows = faults.map((fault) => {
  const { rounds, lost, phantom, double, torn, recoveryMs, notes } = results[fault.id] ?? failure("not run");
  const recovery = recoveryMs === undefined ? "" : Math.round(recoveryMs);
  return {
    fault: fault.id,
    rounds,
    lost,
    phantom,
    double,
    torn,
    "recovery ms": recovery,
    notes: notes.join("; "),
  };
});
console.log(`\n${formatTable(rows)}\n`);
if (report) writeFileSync(report, JSON.stringify({ seed, scale, results }, null, 2));
console.log(isGood ? "All faults held." : "Some faults broke a promise.");
// Writers of a fault that broke off half-way would go on for ever.
process.exit(isGood ? 0 : 1);

function failure(error: unknown): FaultResult {
  const cause = error instanceof Error && error.cause instanceof Error ? `\n${error.cause.stack ?? ""}` : "";
  const reason = error instanceof Error ? `${error.stack ?? error.message}${cause}` : String(error);
  return {
    rounds: 0,
    lost: 0,
    phantom: 0,
    double: 0,
    torn: 0,
    recoveryMs: undefined,
    broken: [reason],
    notes: [],
  };
}
