import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { lastFour } from "#platform/secrets/secrets.ts";
import type { Services } from "../context.ts";
import { secretBinding } from "./models.ts";

export interface NewCredential {
  readonly projectId: string;
  readonly accountId: string;
  readonly llmProviderId: string;
  readonly name: string;
  readonly model: string;
  readonly baseUrl?: string | undefined;
  readonly embeddingModel?: string | undefined;
  readonly supportsTools?: boolean | undefined;
  readonly secret?: string | undefined;
  readonly userId?: string | undefined;
}

export async function insertCredential(
  tx: Tx,
  services: Pick<Services, "secrets">,
  credential: NewCredential,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("llm_credentials")
    .values({
      id,
      project_id: credential.projectId,
      llm_provider_id: credential.llmProviderId,
      name: credential.name,
      model: credential.model,
      base_url: credential.baseUrl ?? null,
      embedding_model: credential.embeddingModel ?? "",
      supports_tools: credential.supportsTools ?? true,
      created_by: credential.userId ?? null,
      updated_by: credential.userId ?? null,
      ...(credential.secret
        ? sealed(services, { id, accountId: credential.accountId }, credential.secret)
        : {}),
    })
    .execute();
  return id;
}

/** The columns that keep a secret. */
export function sealed(
  services: Pick<Services, "secrets">,
  credential: { id: string; accountId: string },
  secret: string,
) {
  return {
    secret_encrypted: services.secrets.encryptSecret(secret, secretBinding(credential)),
    secret_last_four: lastFour(secret),
    secret_changed_at: new Date(),
  };
}
