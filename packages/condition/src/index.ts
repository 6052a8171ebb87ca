// Conditions, triggers and placeholders of applets: the same code decides on a visitor's page, on the
// server and in the console (decision 034). Imports nothing.
export { checkCondition, type ConditionProblem } from "./check.ts";
export { describeCondition } from "./describe.ts";
export { explain, holds, type Explanation } from "./explain.ts";
export { factAt, type Facts } from "./facts.ts";
export { fill, placeholdersIn } from "./fill.ts";
export { operators, type OperatorName } from "./operators.ts";
export { pageFacts } from "./page.ts";
export { matchTrigger, type AppletEvent, type TriggerMatch } from "./triggers.ts";
export type { Comparison, Condition } from "./types.ts";
export { wildcardMatches } from "./wildcard.ts";
