import { graphql } from "../../../generated/graphql.ts";
import type { ResultOf } from "../../../generated/graphql.ts";

export const runFragment = graphql(`
  fragment EvaluationRunRow on EvaluationRun {
    id
    status
    error
    total
    passed
    failed
    cost
    jobId
    isCurrent
    versionNumber
    solutionVersionId
    createdBy
    createdAt
    finishedAt
  }
`);

export type Run = ResultOf<typeof runFragment>;

export const setQuery = graphql(`
  query GetEvaluationSet($id: ID!) {
    evaluationSet(id: $id) {
      id
      name
      description
      version
      cases {
        id
        position
        input
        expectation
        expected
        source
      }
      runs(limit: 100) {
        ...EvaluationRunRow
      }
    }
  }
`);

export type EvaluationSet = ResultOf<typeof setQuery>["evaluationSet"];
export type EvaluationCase = EvaluationSet["cases"][number];

export const runChangedSubscription = graphql(`
  subscription EvaluationRunChanged($id: ID!) {
    evaluationRunChanged(id: $id) {
      ...EvaluationRunRow
    }
  }
`);

export function isActive(run: Pick<Run, "status">): boolean {
  return run.status === "QUEUED" || run.status === "RUNNING";
}

/** Of the cases that were judged; null before the first one. */
export function passShare(run: Pick<Run, "passed" | "failed">): number | null {
  const judged = run.passed + run.failed;
  return judged === 0 ? null : run.passed / judged;
}
