// The calls about streams, each with its Live and its Sandbox twin.
import { graphql } from "../../generated/graphql.ts";

/** Names and descriptions only: enough to choose a stream. */
export const streamsOf = {
  Live: graphql(`
    query GetCustomerStreamsLive($projectId: ID!, $customerId: ID!, $pypeId: ID!) {
      streams: getCustomerStreamsLive(projectId: $projectId, customerId: $customerId, pypeId: $pypeId) {
        id
        name
        description
      }
    }
  `),
  Sandbox: graphql(`
    query GetCustomerStreamsSandbox($projectId: ID!, $customerId: ID!, $pypeId: ID!) {
      streams: getCustomerStreamsSandbox(projectId: $projectId, customerId: $customerId, pypeId: $pypeId) {
        id
        name
        description
      }
    }
  `),
};

export const createStream = {
  Live: graphql(`
    mutation CreateStreamLive(
      $customerId: ID!
      $pypeId: ID!
      $name: String!
      $description: String
      $projectId: ID!
    ) {
      stream: createStreamLive(
        customerId: $customerId
        pypeId: $pypeId
        name: $name
        description: $description
        projectId: $projectId
      ) {
        id
      }
    }
  `),
  Sandbox: graphql(`
    mutation CreateStreamSandbox(
      $customerId: ID!
      $pypeId: ID!
      $name: String!
      $description: String
      $projectId: ID!
    ) {
      stream: createStreamSandbox(
        customerId: $customerId
        pypeId: $pypeId
        name: $name
        description: $description
        projectId: $projectId
      ) {
        id
      }
    }
  `),
};

export const updateStream = {
  Live: graphql(`
    mutation UpdateStreamLive(
      $customerId: ID!
      $pypeId: ID!
      $streamId: ID!
      $name: String
      $description: String
      $version: Int
      $projectId: ID!
    ) {
      stream: updateStreamLive(
        customerId: $customerId
        pypeId: $pypeId
        streamId: $streamId
        name: $name
        description: $description
        version: $version
        projectId: $projectId
      ) {
        id
      }
    }
  `),
  Sandbox: graphql(`
    mutation UpdateStreamSandbox(
      $customerId: ID!
      $pypeId: ID!
      $streamId: ID!
      $name: String
      $description: String
      $version: Int
      $projectId: ID!
    ) {
      stream: updateStreamSandbox(
        customerId: $customerId
        pypeId: $pypeId
        streamId: $streamId
        name: $name
        description: $description
        version: $version
        projectId: $projectId
      ) {
        id
      }
    }
  `),
};

export const deleteStream = {
  Live: graphql(`
    mutation DeleteStreamLive($customerId: ID!, $pypeId: ID!, $streamId: ID!, $projectId: ID!) {
      id: deleteStreamLive(
        customerId: $customerId
        pypeId: $pypeId
        streamId: $streamId
        projectId: $projectId
      )
    }
  `),
  Sandbox: graphql(`
    mutation DeleteStreamSandbox($customerId: ID!, $pypeId: ID!, $streamId: ID!, $projectId: ID!) {
      id: deleteStreamSandbox(
        customerId: $customerId
        pypeId: $pypeId
        streamId: $streamId
        projectId: $projectId
      )
    }
  `),
};

export const updateStreamBot = {
  Live: graphql(`
    mutation UpdateStreamBotLive(
      $pypeId: ID!
      $streamId: ID!
      $customerId: ID!
      $projectId: ID!
      $startChatBotId: ID
      $endChatBotId: ID
      $startChatBotEnabled: Boolean
      $endChatBotEnabled: Boolean
    ) {
      stream: updateStreamBotLive(
        pypeId: $pypeId
        streamId: $streamId
        customerId: $customerId
        projectId: $projectId
        startChatBotId: $startChatBotId
        endChatBotId: $endChatBotId
        startChatBotEnabled: $startChatBotEnabled
        endChatBotEnabled: $endChatBotEnabled
        autoStartWithBot: true
        botEnabled: true
      ) {
        id
      }
    }
  `),
  Sandbox: graphql(`
    mutation UpdateStreamBotSandbox(
      $pypeId: ID!
      $streamId: ID!
      $customerId: ID!
      $projectId: ID!
      $startChatBotId: ID
      $endChatBotId: ID
      $startChatBotEnabled: Boolean
      $endChatBotEnabled: Boolean
    ) {
      stream: updateStreamBotSandbox(
        pypeId: $pypeId
        streamId: $streamId
        customerId: $customerId
        projectId: $projectId
        startChatBotId: $startChatBotId
        endChatBotId: $endChatBotId
        startChatBotEnabled: $startChatBotEnabled
        endChatBotEnabled: $endChatBotEnabled
        autoStartWithBot: true
        botEnabled: true
      ) {
        id
      }
    }
  `),
};

/** Works in either environment: the stream says which. */
export const startStreamTest = graphql(`
  mutation StartStreamTest($projectId: ID!, $pypeId: ID!, $streamId: ID!) {
    startStreamTest(projectId: $projectId, pypeId: $pypeId, streamId: $streamId) {
      conversationId
      token
      url
    }
  }
`);
