export { registerChat } from "./chat-server.ts";
export { botContent, plainText, type Content, type Message, visitorEvent } from "./content.ts";
export { deliverQueued } from "./deliveries.ts";
export { endPatience, endWait } from "./jobs.ts";
export { messagesAfter } from "./messages.ts";
export { addNote, sendCommand } from "./from-outside.ts";
export { startFlow } from "./start-flow.ts";
export { type ConversationRow, findConversation, notesOf, turnsOf } from "./queries.ts";
export { understand } from "./understanding.ts";
