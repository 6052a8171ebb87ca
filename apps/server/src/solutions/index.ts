export { type Agent, agentHash } from "./agent-format.ts";
export { agentOfVersion } from "./agent-of-version.ts";
export type { AgentTurnInput, AgentTurnResult, Citation } from "./agent/turn.ts";
export { runAgentTurn } from "./agent/run-turn.ts";
export { compileSolutionVersion } from "./compile.ts";
export { findSolution, findSolutionVersion } from "./queries.ts";
export { argumentProblem, compileSchema } from "./tool-arguments.ts";
export { emptyValues, type VersionValues } from "./version-input.ts";
export { insertVersionOf } from "./write-version.ts";
