export { registerChat } from "./chat-server.ts";
export { deliverQueued } from "./deliveries.ts";
export { endPatience, endWait } from "./jobs.ts";
