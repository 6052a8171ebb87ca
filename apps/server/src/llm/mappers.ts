import type { CredentialRow, ProviderRow } from "./queries.ts";

export type LLMCredentialMapper = CredentialRow;
export type LLMProviderMapper = ProviderRow;
