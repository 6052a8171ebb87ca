export { hashToken, signingBinding } from "./external-agent-resolvers.ts";
export { type Environment, twins } from "./twins.ts";
