// Documents of the run log.
import { graphql } from "../../generated/graphql.ts";

export const runStatuses = ["QUEUED", "RUNNING", "SUCCEEDED", "FAILED", "SKIPPED"] as const;
export const runTones = {
  QUEUED: "neutral",
  RUNNING: "busy",
  SUCCEEDED: "good",
  FAILED: "bad",
  SKIPPED: "neutral",
} as const;

graphql(`
  fragment AppletRunParts on AppletRun {
    id
    appletInstanceName
    status
    triggerName
    error
    ms
    attempt
    retryOf
    createdAt
    event
    condition
    actions {
      name
      packageName
      status
      input
      output
      error
      ms
    }
  }
`);

export const runsQuery = graphql(`
  query GetAppletRuns(
    $projectEnvironmentConfigId: ID!
    $appletInstanceId: ID
    $status: AppletRunStatus
    $search: String
    $before: String
  ) {
    appletRuns(
      projectEnvironmentConfigId: $projectEnvironmentConfigId
      appletInstanceId: $appletInstanceId
      status: $status
      search: $search
      before: $before
    ) {
      nextCursor
      searched
      searchedBackTo
      rows {
        ...AppletRunParts
      }
    }
  }
`);

/** For a run that is not on the page of the log that is shown. */
export const runQuery = graphql(`
  query GetAppletRun($id: ID!) {
    appletRunById(id: $id) {
      ...AppletRunParts
    }
  }
`);

export const retryMutation = graphql(`
  mutation RetryAppletRun($id: ID!) {
    retryAppletRun(id: $id) {
      id
      status
    }
  }
`);
