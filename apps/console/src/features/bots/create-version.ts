import { graphql } from "../../generated/graphql.ts";

export const createMutation = graphql(`
  mutation CreateBotVersion($botId: ID!, $basedOn: ID, $projectId: ID!) {
    createBotVersion(botId: $botId, basedOn: $basedOn, projectId: $projectId) {
      data
    }
  }
`);
