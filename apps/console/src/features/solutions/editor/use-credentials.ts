import { graphql } from "../../../generated/graphql.ts";
import type { ResultOf } from "../../../generated/graphql.ts";
import { useData } from "../../../lib/graphql/use-data.ts";

const credentialsQuery = graphql(`
  query GetCredentials($projectId: ID!) {
    credentials(projectId: $projectId) {
      id
      name
      model
      embeddingModel
      llmProviderId
      llmProvider {
        id
        name
        kind
      }
      limits {
        maxTemperature
        maxOutputTokens
        maxTopK
      }
    }
  }
`);

export type Credential = ResultOf<typeof credentialsQuery>["credentials"][number];

const none: readonly Credential[] = [];

export function useCredentials(projectId: string): readonly Credential[] {
  return useData(credentialsQuery, { projectId }, { types: ["LLMCredential"] }).data?.credentials ?? none;
}
