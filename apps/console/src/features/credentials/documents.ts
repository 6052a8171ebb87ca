import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";

export const listQuery = graphql(`
  query GetCredentialList($projectId: ID!) {
    credentials(projectId: $projectId) {
      id
      name
      model
      version
      baseUrl
      embeddingModel
      supportsTools
      hasSecret
      secretLastFour
      secretChangedAt
      testedAt
      testError
      createdAt
      updatedAt
      llmProvider {
        id
        name
        kind
        needsSecret
        needsBaseUrl
      }
      usedBy {
        solutionId
        solutionVersionId
        solutionName
        number
        environments
      }
    }
  }
`);

export type Credential = ResultOf<typeof listQuery>["credentials"][number];
