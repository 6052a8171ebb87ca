// The calls about channels, each with its Live and its Sandbox twin.
import { graphql } from "../../generated/graphql.ts";

export const channelsQuery = graphql(`
  query GetCustomerPypesV6($customerId: ID!, $botId: ID, $projectId: ID!) {
    getCustomerPypesV6(customerId: $customerId, botId: $botId, projectId: $projectId) {
      live {
        ...ChannelParts
      }
      sandbox {
        ...ChannelParts
      }
    }
  }
`);

graphql(`
  fragment ChannelParts on Pype {
    id
    name
    description
    logo
    logo_generated
    status
    agent_routing
    environment
    version
    streams {
      id
      name
      description
      start_chat_bot_id
      start_chat_bot_enabled
      start_bot_hands_over
      end_chat_bot_id
      end_chat_bot_enabled
      bot_enabled
      auto_start_with_bot
      version
      widgets {
        id
        widget_name
        style
        stream_id
        pype_id
        beta
        custom_pype_css
        css_problems
        last_updated
        created_by
        creation_date
        version
        sightings
      }
    }
  }
`);

export const postChannel = {
  Live: graphql(`
    mutation PostCustomersPypesLive($customerId: ID!, $projectId: ID!, $pypeInput: PypeInput!) {
      channel: postCustomersPypesLive(customerId: $customerId, projectId: $projectId, pypeInput: $pypeInput) {
        id
      }
    }
  `),
  Sandbox: graphql(`
    mutation PostCustomersPypesSandbox($customerId: ID!, $projectId: ID!, $pypeInput: PypeInput!) {
      channel: postCustomersPypesSandbox(
        customerId: $customerId
        projectId: $projectId
        pypeInput: $pypeInput
      ) {
        id
      }
    }
  `),
};

export const putChannel = {
  Live: graphql(`
    mutation PutCustomerPypeLive($customerId: ID!, $id: ID!, $projectId: ID!, $pypeInput: PypeChangeInput) {
      channel: putCustomerPypeLive(
        customerId: $customerId
        id: $id
        projectId: $projectId
        pypeInput: $pypeInput
      ) {
        id
        version
      }
    }
  `),
  Sandbox: graphql(`
    mutation PutCustomerPypeSandbox(
      $customerId: ID!
      $id: ID!
      $projectId: ID!
      $pypeInput: PypeChangeInput
    ) {
      channel: putCustomerPypeSandbox(
        customerId: $customerId
        id: $id
        projectId: $projectId
        pypeInput: $pypeInput
      ) {
        id
        version
      }
    }
  `),
};

export const deleteChannel = {
  Live: graphql(`
    mutation DeletePypeLive($projectId: ID!, $customerId: ID!, $id: ID!) {
      id: deletePypeLive(projectId: $projectId, customerId: $customerId, id: $id)
    }
  `),
  Sandbox: graphql(`
    mutation DeletePypeSandbox($projectId: ID!, $customerId: ID!, $id: ID!) {
      id: deletePypeSandbox(projectId: $projectId, customerId: $customerId, id: $id)
    }
  `),
};

export const channelConfig = {
  Live: graphql(`
    query GetPypeConfigLive($projectId: ID!, $pypeId: ID!) {
      config: getPypeConfigLive(projectId: $projectId, pypeId: $pypeId) {
        agent_routing
        bot_retry {
          attempts
          timeout
        }
        config {
          integration_headers
          integration_name
        }
      }
    }
  `),
  Sandbox: graphql(`
    query GetPypeConfigSandbox($projectId: ID!, $pypeId: ID!) {
      config: getPypeConfigSandbox(projectId: $projectId, pypeId: $pypeId) {
        agent_routing
        bot_retry {
          attempts
          timeout
        }
        config {
          integration_headers
          integration_name
        }
      }
    }
  `),
};

export const patchChannelConfig = {
  Live: graphql(`
    mutation PatchPypeConfigLive(
      $projectId: ID!
      $pypeId: ID!
      $agentRouting: AgentRouting!
      $config: PypeConfigInput
    ) {
      config: patchPypeConfigLive(
        projectId: $projectId
        pypeId: $pypeId
        agentRouting: $agentRouting
        config: $config
      ) {
        agent_routing
        config {
          integration_headers
          integration_name
        }
      }
    }
  `),
  Sandbox: graphql(`
    mutation PatchPypeConfigSandbox(
      $projectId: ID!
      $pypeId: ID!
      $agentRouting: AgentRouting!
      $config: PypeConfigInput
    ) {
      config: patchPypeConfigSandbox(
        projectId: $projectId
        pypeId: $pypeId
        agentRouting: $agentRouting
        config: $config
      ) {
        agent_routing
        config {
          integration_headers
          integration_name
        }
      }
    }
  `),
};
