export { createScriptSandbox } from "./sandbox.ts";
export type { ScriptResult, ScriptRun, ScriptSandbox } from "./sandbox.ts";
export { createScriptHttp } from "./script-http.ts";
export type { ScriptProblem } from "./script-problems.ts";
