export { clientSecretBinding } from "./context.ts";
export type { Session } from "./json.ts";
export { type IdentityProvider, type IdentityProviderOptions, createIdentityProvider } from "./provider.ts";
