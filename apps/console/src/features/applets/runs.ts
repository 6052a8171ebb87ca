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
