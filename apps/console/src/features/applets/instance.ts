// What the screens of applet instances share.
import { graphql } from "../../generated/graphql.ts";

export const statusTones = { DRAFT: "neutral", ACTIVE: "good", PAUSED: "warning" } as const;

export const editorFragment = graphql(`
  fragment InstanceEditor on AppletInstance {
    id
    name
    description
    status
    options
    version
    appletVersionId
    updatedAt
    updatedByUser {
      id
      firstName
      lastName
      picture
    }
    applet {
      id
    }
    appletVersion {
      id
      version
      schema
    }
    triggers {
      id
      name
      options
      packageId
      packageVersionId
      packageVersion {
        id
        version
        schema
      }
      webhook {
        url
        secretLast4
      }
      nextRunAt
    }
    actions {
      id
      name
      options
      packageId
      packageVersionId
      packageVersion {
        id
        version
        schema
      }
    }
    condition {
      id
      options
    }
  }
`);

export const createInstanceMutation = graphql(`
  mutation CreateAppletInstance(
    $name: String!
    $description: String
    $appletVersionId: ID!
    $projectEnvironmentConfigId: ID
    $options: JSON
    $status: AppletStatusEnum
    $triggers: [AppletStepInput!]
    $actions: [AppletStepInput!]
    $condition: AppletConditionInput
  ) {
    createAppletInstance(
      name: $name
      description: $description
      appletVersionId: $appletVersionId
      projectEnvironmentConfigId: $projectEnvironmentConfigId
      options: $options
      status: $status
      triggers: $triggers
      actions: $actions
      condition: $condition
    ) {
      id
    }
  }
`);

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
      sentence
      ...InstanceEditor
    }
  }
`);
