export { runEvaluation } from "./run-evaluation.ts";
export { type NewCase, writeCases } from "./cases.ts";
