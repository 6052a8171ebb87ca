// What the list and the editor of applet instances share.
import { graphql } from "../../generated/graphql.ts";

export const statusTones = { DRAFT: "neutral", ACTIVE: "good", PAUSED: "warning" } as const;

export const updateInstanceMutation = graphql(`
  mutation UpdateAppletInstance(
    $id: ID!
    $name: String
    $description: String
    $appletVersionId: ID
    $projectEnvironmentConfigId: ID
    $options: JSON
    $status: AppletStatusEnum
    $triggers: [AppletStepInput!]
    $actions: [AppletStepInput!]
    $condition: AppletConditionInput
    $version: Int
  ) {
    updateAppletInstance(
      id: $id
      name: $name
      description: $description
      appletVersionId: $appletVersionId
      projectEnvironmentConfigId: $projectEnvironmentConfigId
      options: $options
      status: $status
      triggers: $triggers
      actions: $actions
      condition: $condition
      version: $version
    ) {
      id
      version
      status
      sentence
    }
  }
`);
