// Those faults that need processes of their own, beside the others. R10 is left to the command: it waits for two
// workers and their trainings, and killed-training.test.ts and lost workers are tested with the jobs.
import { shortRun } from "./harness/short-run.ts";

await shortRun(["R6", "R7", "R11", "R15"]);
