// What a credential may look like, per kind of provider.
import type { LlmCredentialInput } from "#generated/resolvers.ts";
import { Invalid } from "#platform/errors.ts";
import { optionalText, requiredText } from "#platform/input.ts";
import type { ProviderKind } from "./queries.ts";

export const needsSecret = (kind: ProviderKind) =>
  kind === "openai" || kind === "anthropic" || kind === "google" || kind === "azure";
export const needsBaseUrl = (kind: ProviderKind) => kind === "azure" || kind === "openai-compatible";
export const passagesModel = "passages";

export interface CredentialValues {
  readonly name: string;
  readonly model: string;
  readonly baseUrl: string | null;
  readonly embeddingModel: string;
  readonly supportsTools: boolean;
}

export function checkedValues(
  kind: ProviderKind,
  input: LlmCredentialInput,
  before?: CredentialValues,
): CredentialValues {
  const baseUrl = input.baseUrl === undefined ? (before?.baseUrl ?? null) : checkedUrl(input.baseUrl);
  if (needsBaseUrl(kind) && !baseUrl) throw new Invalid("baseUrl", "Enter the address of the service.");
  return {
    name: requiredText("name", input.name ?? before?.name ?? "", "a name"),
    model:
      kind === "parley-passages"
        ? passagesModel
        : requiredText("model", input.model ?? before?.model ?? "", "the model's name", 200),
    baseUrl: kind === "parley-passages" ? null : baseUrl,
    embeddingModel:
      kind === "parley-passages"
        ? ""
        : optionalText("embeddingModel", input.embeddingModel ?? before?.embeddingModel ?? "", 200),
    supportsTools: input.supportsTools ?? before?.supportsTools ?? true,
  };
}

export function checkedSecret(kind: ProviderKind, given: string | null | undefined): string | undefined {
  const secret = given?.trim() ?? "";
  if (kind === "parley-passages" && secret)
    throw new Invalid("secret", "The built-in provider needs no key.");
  if (needsSecret(kind) && !secret) throw new Invalid("secret", "Enter the key of the provider.");
  if (secret.length > 4_000 || /\s/.test(secret))
    throw new Invalid("secret", "A key is one word of at most 4,000 characters.");
  return secret || undefined;
}

function checkedUrl(given: string | null): string | null {
  const text = given?.trim() ?? "";
  if (text === "") return null;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new Invalid("baseUrl", "Enter an address such as https://models.example.org/v1.");
  }
  return url.href.replace(/\/$/, "");
}
