import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";

const deployMutation = graphql(`
  mutation DeployBotVersion(
    $versionId: ID!
    $environment: String!
    $doVersionBump: Boolean
    $force: Boolean
    $projectId: ID!
  ) {
    deployBotVersion(
      versionId: $versionId
      environment: $environment
      doVersionBump: $doVersionBump
      force: $force
      projectId: $projectId
    ) {
      data
      messages
    }
  }
`);

export function useDeploy(projectId: string) {
  const [deploy] = useChange(deployMutation);
  return (what: { versionId: string; environment: string; force?: boolean; doVersionBump?: boolean }) =>
    deploy({ force: false, doVersionBump: false, ...what, projectId });
}
