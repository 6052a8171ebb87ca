// What the desk asks and tells.
import { graphql } from "../../generated/graphql.ts";

export const deskQuery = graphql(`
  query GetDeskConversations($projectId: ID!, $view: DeskView!) {
    deskConversations(projectId: $projectId, view: $view) {
      ...DeskRow
    }
  }
`);

/** Says that something in the list has changed; the list itself is asked for again. */
export const deskSubscription = graphql(`
  subscription DeskConversationsChanged($projectId: ID!, $view: DeskView!) {
    deskConversations(projectId: $projectId, view: $view) {
      id
      lastSequence
    }
  }
`);

graphql(`
  fragment DeskRow on Conversation {
    id
    status
    environment
    customerName
    channelName
    agentId
    agentName
    visitorId
    visitorIdentity
    lastText
    lastActivityAt
    handedOffAt
    lastSequence
  }
`);

export const conversationQuery = graphql(`
  query GetDeskConversation($projectId: ID!, $id: ID!) {
    conversation(projectId: $projectId, id: $id) {
      ...DeskRow
      customerId
      streamName
      botName
      botVersionNumber
      externalAgentName
      pageUrl
      language
      outcome
      startedAt
      endedAt
      handOffs
      messages {
        sequence
        author
        authorName
        content
        createdAt
      }
      notes {
        id
        authorName
        text
        createdAt
      }
    }
  }
`);

export const conversationSubscription = graphql(`
  subscription DeskConversationChanged($projectId: ID!, $id: ID!) {
    conversation(projectId: $projectId, id: $id) {
      id
      status
      lastSequence
      notes {
        id
      }
    }
  }
`);

export const typingSubscription = graphql(`
  subscription VisitorTyping($projectId: ID!, $id: ID!) {
    conversationTyping(projectId: $projectId, id: $id)
  }
`);

export const claimMutation = graphql(`
  mutation ClaimConversation($projectId: ID!, $id: ID!) {
    claimConversation(projectId: $projectId, id: $id) {
      id
      status
    }
  }
`);

export const answerMutation = graphql(`
  mutation AnswerConversation($projectId: ID!, $id: ID!, $text: String!, $clientMessageId: ID!) {
    answerConversation(projectId: $projectId, id: $id, text: $text, clientMessageId: $clientMessageId) {
      id
      lastSequence
    }
  }
`);

export const sendFileMutation = graphql(`
  mutation SendConversationFile($projectId: ID!, $id: ID!, $file: Upload!, $clientMessageId: ID!) {
    sendConversationFile(projectId: $projectId, id: $id, file: $file, clientMessageId: $clientMessageId) {
      id
      lastSequence
    }
  }
`);

export const returnMutation = graphql(`
  mutation ReturnConversationToBot($projectId: ID!, $id: ID!) {
    returnConversationToBot(projectId: $projectId, id: $id) {
      id
      status
    }
  }
`);

export const colleaguesQuery = graphql(`
  query GetDeskColleagues($projectId: ID!) {
    deskColleagues(projectId: $projectId) {
      userId
      name
    }
  }
`);

export const transferMutation = graphql(`
  mutation TransferConversation($projectId: ID!, $id: ID!, $userId: ID!) {
    transferConversation(projectId: $projectId, id: $id, userId: $userId) {
      id
      status
    }
  }
`);

export const closeMutation = graphql(`
  mutation CloseConversation($projectId: ID!, $id: ID!) {
    closeConversation(projectId: $projectId, id: $id) {
      id
      status
    }
  }
`);

export const noteMutation = graphql(`
  mutation AddConversationNote($projectId: ID!, $id: ID!, $text: String!) {
    addConversationNote(projectId: $projectId, id: $id, text: $text) {
      id
    }
  }
`);

export const typingMutation = graphql(`
  mutation TypeInConversation($projectId: ID!, $id: ID!) {
    typeInConversation(projectId: $projectId, id: $id)
  }
`);

export const repliesQuery = graphql(`
  query GetCannedReplies($projectId: ID!) {
    cannedReplies(projectId: $projectId) {
      id
      title
      text
      version
    }
  }
`);

export const saveReplyMutation = graphql(`
  mutation SaveCannedReply($projectId: ID!, $id: ID, $title: String!, $text: String!, $version: Int) {
    saveCannedReply(projectId: $projectId, id: $id, title: $title, text: $text, version: $version) {
      id
    }
  }
`);

export const deleteReplyMutation = graphql(`
  mutation DeleteCannedReply($projectId: ID!, $id: ID!) {
    deleteCannedReply(projectId: $projectId, id: $id)
  }
`);
