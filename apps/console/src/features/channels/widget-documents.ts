// The calls about widgets, each with its Live and its Sandbox twin, and the envelope they travel in.
import { graphql } from "../../generated/graphql.ts";

export const postWidget = {
  Live: graphql(`
    mutation PostWidgetLive(
      $projectId: ID!
      $data: WidgetInput!
      $authToken: String
      $correlationId: String
      $replyTo: ID
      $requestAction: String!
      $requestType: String
      $type: String
      $userId: ID
      $version: Int
    ) {
      widget: postWidgetLive(
        projectId: $projectId
        data: $data
        authToken: $authToken
        correlationId: $correlationId
        replyTo: $replyTo
        requestAction: $requestAction
        requestType: $requestType
        type: $type
        userId: $userId
        version: $version
      ) {
        id
        version
        css_problems
      }
    }
  `),
  Sandbox: graphql(`
    mutation PostWidgetSandbox(
      $projectId: ID!
      $data: WidgetInput!
      $authToken: String
      $correlationId: String
      $replyTo: ID
      $requestAction: String!
      $requestType: String
      $type: String
      $userId: ID
      $version: Int
    ) {
      widget: postWidgetSandbox(
        projectId: $projectId
        data: $data
        authToken: $authToken
        correlationId: $correlationId
        replyTo: $replyTo
        requestAction: $requestAction
        requestType: $requestType
        type: $type
        userId: $userId
        version: $version
      ) {
        id
        version
        css_problems
      }
    }
  `),
};

export const putWidget = {
  Live: graphql(`
    mutation PutWidgetLive(
      $projectId: ID!
      $data: WidgetInput!
      $authToken: String
      $correlationId: String
      $replyTo: ID
      $requestAction: String!
      $requestType: String
      $type: String
      $userId: ID
      $version: Int
    ) {
      widget: putWidgetLive(
        projectId: $projectId
        data: $data
        authToken: $authToken
        correlationId: $correlationId
        replyTo: $replyTo
        requestAction: $requestAction
        requestType: $requestType
        type: $type
        userId: $userId
        version: $version
      ) {
        id
        version
        css_problems
      }
    }
  `),
  Sandbox: graphql(`
    mutation PutWidgetSandbox(
      $projectId: ID!
      $data: WidgetInput!
      $authToken: String
      $correlationId: String
      $replyTo: ID
      $requestAction: String!
      $requestType: String
      $type: String
      $userId: ID
      $version: Int
    ) {
      widget: putWidgetSandbox(
        projectId: $projectId
        data: $data
        authToken: $authToken
        correlationId: $correlationId
        replyTo: $replyTo
        requestAction: $requestAction
        requestType: $requestType
        type: $type
        userId: $userId
        version: $version
      ) {
        id
        version
        css_problems
      }
    }
  `),
};

export const deleteWidget = {
  Live: graphql(`
    mutation DeleteWidgetLive($projectId: ID!, $pypeId: ID!, $id: ID!) {
      id: deleteWidgetLive(projectId: $projectId, pypeId: $pypeId, id: $id)
    }
  `),
  Sandbox: graphql(`
    mutation DeleteWidgetSandbox($projectId: ID!, $pypeId: ID!, $id: ID!) {
      id: deleteWidgetSandbox(projectId: $projectId, pypeId: $pypeId, id: $id)
    }
  `),
};

type Action = "create" | "update";

/** What every widget call carries besides its data; `replyTo` is the channel. */
export function envelope(requestAction: Action, channelId: string, userId: string) {
  return {
    requestAction,
    requestType: "x_widget",
    type: "request",
    version: 1,
    replyTo: channelId,
    correlationId: newUuid(),
    userId,
  } as const;
}

// randomUUID() is missing where the console is served without TLS.
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
}
