// The calls about live-agent systems, each with its Live and its Sandbox twin.
import { graphql } from "../../generated/graphql.ts";

export const integrationsQuery = graphql(`
  query GetExternalAgentSchemas($customerId: ID!, $projectId: ID!) {
    getExternalAgentSchemas(customerId: $customerId, projectId: $projectId) {
      live {
        ...LiveAgentSystem
      }
      sandbox {
        ...LiveAgentSystem
      }
    }
  }
`);

graphql(`
  fragment LiveAgentSystem on ExternalAgentIntegration {
    id
    integrationName
    integrationFields
    callbackURL
    callbackTokenLastFour
    previousTokenUntil
    version
  }
`);

export const createIntegration = {
  Live: graphql(`
    mutation CreateExternalAgentLive($customerId: ID!, $projectId: ID!, $agentInput: ExternalAgentInput!) {
      system: createExternalAgentLive(
        customerId: $customerId
        projectId: $projectId
        agentInput: $agentInput
      ) {
        id
        callbackToken
      }
    }
  `),
  Sandbox: graphql(`
    mutation CreateExternalAgentSandbox($customerId: ID!, $projectId: ID!, $agentInput: ExternalAgentInput!) {
      system: createExternalAgentSandbox(
        customerId: $customerId
        projectId: $projectId
        agentInput: $agentInput
      ) {
        id
        callbackToken
      }
    }
  `),
};

export const updateIntegration = {
  Live: graphql(`
    mutation UpdateExternalAgentLive(
      $customerId: ID!
      $projectId: ID!
      $id: ID!
      $agentInput: ExternalAgentInput!
    ) {
      system: updateExternalAgentLive(
        customerId: $customerId
        projectId: $projectId
        id: $id
        agentInput: $agentInput
      ) {
        id
        version
      }
    }
  `),
  Sandbox: graphql(`
    mutation UpdateExternalAgentSandbox(
      $customerId: ID!
      $projectId: ID!
      $id: ID!
      $agentInput: ExternalAgentInput!
    ) {
      system: updateExternalAgentSandbox(
        customerId: $customerId
        projectId: $projectId
        id: $id
        agentInput: $agentInput
      ) {
        id
        version
      }
    }
  `),
};

export const rotateToken = {
  Live: graphql(`
    mutation RotateExternalAgentTokenLive($customerId: ID!, $projectId: ID!, $id: ID!, $overlapHours: Int) {
      system: rotateExternalAgentTokenLive(
        customerId: $customerId
        projectId: $projectId
        id: $id
        overlapHours: $overlapHours
      ) {
        id
        callbackToken
      }
    }
  `),
  Sandbox: graphql(`
    mutation RotateExternalAgentTokenSandbox(
      $customerId: ID!
      $projectId: ID!
      $id: ID!
      $overlapHours: Int
    ) {
      system: rotateExternalAgentTokenSandbox(
        customerId: $customerId
        projectId: $projectId
        id: $id
        overlapHours: $overlapHours
      ) {
        id
        callbackToken
      }
    }
  `),
};

export const deleteIntegration = {
  Live: graphql(`
    mutation DeleteExternalAgentLive($customerId: ID!, $projectId: ID!, $id: ID!) {
      id: deleteExternalAgentLive(customerId: $customerId, projectId: $projectId, id: $id)
    }
  `),
  Sandbox: graphql(`
    mutation DeleteExternalAgentSandbox($customerId: ID!, $projectId: ID!, $id: ID!) {
      id: deleteExternalAgentSandbox(customerId: $customerId, projectId: $projectId, id: $id)
    }
  `),
};
