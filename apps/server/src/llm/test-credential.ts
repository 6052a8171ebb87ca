// One short request, to see whether key, model and address fit together.
import { generateText } from "ai";
import type { Services } from "../context.ts";
import { failureSentence } from "./failure.ts";
import { languageModelOf } from "./models.ts";
import type { CredentialRow } from "./queries.ts";

const deadlineMs = 15_000;

export async function tryCredential(services: Services, credential: CredentialRow) {
  const began = performance.now();
  const model = languageModelOf(services, credential, deadlineMs);
  if (!model) return { ok: true, message: "The built-in provider is always there.", ms: 0, sample: "" };
  try {
    const { text } = await generateText({
      model,
      prompt: "Say hello in one short sentence.",
      maxOutputTokens: 64,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(deadlineMs),
    });
    const sample = text.trim().slice(0, 200);
    return sample === ""
      ? { ok: false, message: "The model answered with nothing.", ms: since(began), sample }
      : { ok: true, message: "The model answered.", ms: since(began), sample };
  } catch (error) {
    return { ok: false, message: failureSentence(error), ms: since(began), sample: "" };
  }
}

const since = (began: number) => Math.round(performance.now() - began);
