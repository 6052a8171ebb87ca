// A credential as a model of the AI SDK. Every request leaves through the guard (decision 080), which also
// holds the breaker and the retry budget of the credential.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { EmbeddingModel, LanguageModel } from "ai";
import type { SecretBinding } from "#platform/secrets/secrets.ts";
import type { Services } from "../context.ts";
import type { CredentialRow } from "./queries.ts";

export const secretBinding = (credential: { id: string; accountId: string }): SecretBinding => ({
  tenantId: credential.accountId,
  column: "llm_credentials.secret_encrypted",
  rowId: credential.id,
});

type Way = Pick<Services, "outgoing" | "secrets">;

const maxAnswerBytes = 20 * 1024 * 1024;
const attempts = 3;

interface Provider {
  languageModel(model: string): LanguageModel;
  embeddingModel(model: string): EmbeddingModel;
}

/** Undefined for the built-in provider, which is no model. */
function providerOf(services: Way, credential: CredentialRow, timeoutMs: number): Provider | undefined {
  const fetch = services.outgoing.asFetch({
    key: `llm:${credential.id}`,
    attempts,
    timeoutMs,
    maxBytes: maxAnswerBytes,
  });
  const apiKey = credential.secretEncrypted
    ? services.secrets.decryptSecret(credential.secretEncrypted, secretBinding(credential))
    : "";
  const baseURL = credential.baseUrl ?? undefined;
  const at = baseURL === undefined ? {} : { baseURL };
  switch (credential.kind) {
    case "parley-passages":
      return undefined;
    case "openai":
      return createOpenAI({ apiKey, fetch, ...at });
    case "anthropic":
      return createAnthropic({ apiKey, fetch, ...at });
    case "google":
      return createGoogle({ apiKey, fetch, ...at });
    case "azure":
      return createOpenAICompatible({
        name: "azure",
        baseURL: azureAddress(baseURL ?? ""),
        headers: { "api-key": apiKey },
        includeUsage: true,
        fetch,
      });
    case "openai-compatible":
      return createOpenAICompatible({
        name: "openai-compatible",
        baseURL: baseURL ?? "",
        ...(apiKey && { apiKey }),
        includeUsage: true,
        fetch,
      });
  }
}

export function languageModelOf(
  services: Way,
  credential: CredentialRow,
  timeoutMs: number,
): LanguageModel | undefined {
  return providerOf(services, credential, timeoutMs)?.languageModel(credential.model);
}

export function embeddingModelOf(
  services: Way,
  credential: CredentialRow,
  timeoutMs: number,
): EmbeddingModel | undefined {
  if (credential.embeddingModel === "") return undefined;
  return providerOf(services, credential, timeoutMs)?.embeddingModel(credential.embeddingModel);
}

/** People paste the resource's address; the part that speaks OpenAI's protocol is below it. */
function azureAddress(given: string): string {
  const address = given.replace(/\/+$/, "");
  return /\/openai(\/|$)/.test(address) ? address : `${address}/openai/v1`;
}
