export { registerChat } from "./chat-server.ts";
export { type Author, botContent, plainText, type Content, visitorEvent } from "./content.ts";
export { deliverQueued } from "./deliveries.ts";
export { endPatience, endWait } from "./jobs.ts";
export { addNote } from "./from-outside.ts";
export { startFlow } from "./start-flow.ts";
