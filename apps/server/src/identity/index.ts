export { type ConnectionTest } from "./connection-tests.ts";
export { type Connection, isProposedId, proposeId } from "./connections.ts";
export { explainUpstreamFailure } from "./methods/upstream-failure.ts";
export { clientSecretBinding } from "./context.ts";
export { type IdentityProvider, createIdentityProvider } from "./provider.ts";
