export { hashToken, signingBinding } from "./external-agent-resolvers.ts";
