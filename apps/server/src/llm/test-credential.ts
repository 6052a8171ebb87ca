// One short request, to see whether key, model and address fit together; its outcome is kept with the credential.
import { generateText } from "ai";
import { recordAudit } from "#domains/audit-log";
import { change } from "#platform/change.ts";
import type { Context, Services } from "../context.ts";
import { credentialEntry } from "./entry.ts";
import { failureSentence } from "./failure.ts";
import { languageModelOf } from "./models.ts";
import type { CredentialRow } from "./queries.ts";

export async function testCredential(ctx: Context, credential: CredentialRow, deadlineMs = 15_000) {
  const outcome = await tryCredential(ctx, credential, deadlineMs);
  await change(ctx, async (tx) => {
    await tx
      .updateTable("llm_credentials")
      .set({ tested_at: new Date(), test_error: outcome.ok ? null : outcome.message })
      .where("id", "=", credential.id)
      .execute();
    await recordAudit(tx, ctx, {
      ...credentialEntry(credential, credential.id, credential.name),
      action: "credential.tested",
      message: `tested the credential ${credential.name}: ${outcome.ok ? "it works" : "it failed"}`,
    });
  });
  return outcome;
}

async function tryCredential(services: Services, credential: CredentialRow, deadlineMs: number) {
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
