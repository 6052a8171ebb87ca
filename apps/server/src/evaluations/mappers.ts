import type { CaseRow, ResultRow, RunRow, SetRow } from "./queries.ts";

export type EvaluationSetMapper = SetRow;
export type EvaluationCaseMapper = CaseRow;
export type EvaluationRunMapper = RunRow;
export type EvaluationResultMapper = ResultRow;
