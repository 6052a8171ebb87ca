export { runEvaluation } from "./run-evaluation.ts";
export { writeCases } from "./cases.ts";
