// What providers accept, so that a value out of range is refused in the form and not by the model.
import { Invalid } from "#platform/errors.ts";
import { knownModel } from "./known-models.ts";
import type { ProviderKind } from "./queries.ts";

export interface ModelLimits {
  readonly maxTemperature: number;
  readonly maxOutputTokens: number;
  readonly maxTopK: number;
}

const widest: ModelLimits = { maxTemperature: 2, maxOutputTokens: 128_000, maxTopK: 500 };

/** Of the provider, narrowed to what is known of the model. */
export function limitsOf(kind: ProviderKind, model: string): ModelLimits {
  const limits = limitsOfProvider(kind);
  const most = knownModel(model)?.maxOutputTokens ?? limits.maxOutputTokens;
  return { ...limits, maxOutputTokens: Math.min(most, limits.maxOutputTokens) };
}

function limitsOfProvider(kind: ProviderKind): ModelLimits {
  switch (kind) {
    case "anthropic":
      return { maxTemperature: 1, maxOutputTokens: 128_000, maxTopK: 500 };
    case "google":
      return { maxTemperature: 2, maxOutputTokens: 65_536, maxTopK: 100 };
    case "openai":
    case "azure":
      return { maxTemperature: 2, maxOutputTokens: 128_000, maxTopK: 0 };
    case "parley-passages":
    case "openai-compatible":
      return widest;
  }
}

export interface Parameters {
  readonly temperature?: number | null | undefined;
  readonly topP?: number | null | undefined;
  readonly topK?: number | null | undefined;
  readonly maxOutputTokens?: number | null | undefined;
}

/** Without a model the widest ranges hold. */
export function checkParameters(
  values: Parameters,
  credential: { readonly kind: ProviderKind; readonly model: string } | undefined,
): void {
  const limits = credential ? limitsOf(credential.kind, credential.model) : widest;
  const { temperature, topP, topK, maxOutputTokens } = values;
  if (temperature != null && !(temperature >= 0 && temperature <= limits.maxTemperature)) {
    throw new Invalid("temperature", `Use a temperature between 0 and ${limits.maxTemperature}.`);
  }
  if (topP != null && !(topP > 0 && topP <= 1))
    throw new Invalid("topP", "Top P lies above 0 and is at most 1.");
  if (topK != null && limits.maxTopK === 0) throw new Invalid("topK", "This model takes no top K.");
  if (topK != null && !(topK >= 1 && topK <= limits.maxTopK))
    throw new Invalid("topK", `Use a top K between 1 and ${limits.maxTopK}.`);
  if (maxOutputTokens != null && !(maxOutputTokens >= 1 && maxOutputTokens <= limits.maxOutputTokens)) {
    throw new Invalid("maxOutputTokens", `Use between 1 and ${limits.maxOutputTokens} tokens.`);
  }
}
