import { requireAccess, requireUser } from "#access/viewer.ts";
import { requireAccessToObject } from "#access/object-access.ts";
import type { ProjectAction } from "#access/actions.ts";
import { recordAudit } from "#domains/audit-log";
import type { LlmProviderKind, Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Invalid } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { refuseStaleRow } from "#platform/versions.ts";
import { type Context, load } from "../context.ts";
import { budgetMutations, budgetQueries } from "./budget-resolvers.ts";
import { checkedSecret, checkedValues, needsBaseUrl, needsSecret } from "./credential-input.ts";
import { credentialEntry } from "./entry.ts";
import { limitsOf } from "./limits.ts";
import {
  findCredential,
  listCredentials,
  listProviders,
  type ProviderKind,
  usesOfCredentials,
} from "./queries.ts";
import { testCredential } from "./test-credential.ts";
import { insertCredential, sealed } from "./write.ts";

const kinds: Readonly<Record<ProviderKind, LlmProviderKind>> = {
  "parley-passages": "PARLEY_PASSAGES",
  openai: "OPENAI",
  anthropic: "ANTHROPIC",
  google: "GOOGLE",
  azure: "AZURE",
  "openai-compatible": "OPENAI_COMPATIBLE",
};

export const resolvers: Resolvers = {
  Query: {
    ...budgetQueries,
    async credentials(_, { projectId }, ctx) {
      await requireAccess(ctx.viewer, "credential.read", { projectId });
      return listCredentials(ctx.db, projectId);
    },
    llmProviders(_, __, ctx) {
      requireUser(ctx.viewer);
      return listProviders(ctx.db);
    },
  },
  Mutation: {
    ...budgetMutations,
    async createCredential(_, { projectId, credential: input }, ctx) {
      const grants = await requireAccess(ctx.viewer, "credential.edit", { projectId });
      const provider = (await listProviders(ctx.db)).find((it) => it.id === input.llmProviderId);
      if (!provider) throw new Invalid("llmProviderId", "Choose a provider.");
      const values = checkedValues(provider.kind, input);
      const secret = checkedSecret(provider.kind, input.secret);
      const id = await change(ctx, async (tx) => {
        await refuseTakenName(ctx, projectId, values.name);
        const newId = await insertCredential(tx, ctx, {
          ...values,
          baseUrl: values.baseUrl ?? undefined,
          projectId,
          accountId: grants.accountId,
          llmProviderId: provider.id,
          secret,
          userId: ctx.viewer.userId,
        });
        await recordAudit(tx, ctx, {
          ...credentialEntry(grants, newId, values.name),
          action: "credential.created",
          message: `created the credential ${values.name} for ${provider.name}`,
          after: { ...values, provider: provider.name },
        });
        return newId;
      });
      return credentialFor(ctx, "credential.read", id);
    },
    async updateCredential(_, { id, credential: input }, ctx) {
      const before = await credentialFor(ctx, "credential.edit", id);
      if (input.secret != null) throw new Invalid("secret", "Change the key with Rotate.");
      const isMoved =
        input.baseUrl !== undefined && (input.baseUrl?.replace(/\/$/, "") || null) !== before.baseUrl;
      // A key must not follow its credential to an address somebody else chose.
      if (isMoved && before.secretEncrypted)
        throw new Invalid(
          "baseUrl",
          "The key belongs to this address. Make a new credential for another one.",
        );
      const values = checkedValues(before.kind, input, before);
      await change(ctx, async (tx) => {
        if (values.name.toLowerCase() !== before.name.toLowerCase())
          await refuseTakenName(ctx, before.projectId, values.name);
        const columns = {
          name: values.name,
          model: values.model,
          base_url: values.baseUrl,
          embedding_model: values.embeddingModel,
          supports_tools: values.supportsTools,
        };
        // What was tested was another model.
        const untested = values.model !== before.model && { tested_at: null, test_error: null };
        await refuseStaleRow(tx, "llm_credentials", id, input.version, columns);
        await tx
          .updateTable("llm_credentials")
          .set((eb) => ({ ...columns, ...untested, ...touched(ctx), version: eb("version", "+", 1) }))
          .where("id", "=", id)
          .execute();
        await recordAudit(tx, ctx, {
          ...credentialEntry(before, id, before.name),
          action: "credential.updated",
          message: `changed the credential ${before.name}`,
          before: { name: before.name, model: before.model, baseUrl: before.baseUrl },
          after: { ...values },
        });
      });
      return credentialFor(ctx, "credential.read", id);
    },
    async rotateCredential(_, { id, secret: given }, ctx) {
      const before = await credentialFor(ctx, "credential.edit", id);
      const secret = checkedSecret(before.kind, given);
      if (!secret) throw new Invalid("secret", "Enter the new key.");
      await change(ctx, async (tx) => {
        await tx
          .updateTable("llm_credentials")
          .set((eb) => ({
            ...sealed(ctx, before, secret),
            ...touched(ctx),
            version: eb("version", "+", 1),
          }))
          .where("id", "=", id)
          .execute();
        await recordAudit(tx, ctx, {
          ...credentialEntry(before, id, before.name),
          action: "credential.rotated",
          message: `replaced the key of the credential ${before.name}`,
        });
      });
      return credentialFor(ctx, "credential.read", id);
    },
    async deleteCredential(_, { id }, ctx) {
      const before = await credentialFor(ctx, "credential.edit", id);
      await change(ctx, async (tx) => {
        const [uses] = await usesOfCredentials(tx, [id]);
        const list = (uses ?? []).map((use) => `${use.solutionName} version ${use.number}`);
        if (list.length > 0) {
          throw new Conflict(
            `The credential ${before.name} is used by ${list.slice(0, 5).join(", ")}${list.length > 5 ? ` and ${list.length - 5} more` : ""}. Choose another one there first.`,
            { usedBy: list },
          );
        }
        await tx.deleteFrom("llm_credentials").where("id", "=", id).execute();
        await recordAudit(tx, ctx, {
          ...credentialEntry(before, id, before.name),
          action: "credential.deleted",
          message: `deleted the credential ${before.name}`,
          before: { name: before.name, model: before.model },
        });
      });
      return id;
    },
    async testCredential(_, { id }, ctx) {
      const credential = await credentialFor(ctx, "credential.edit", id);
      return testCredential(ctx, credential);
    },
  },
  LLMProvider: {
    kind: (provider) => kinds[provider.kind],
    needsSecret: (provider) => needsSecret(provider.kind),
    needsBaseUrl: (provider) => needsBaseUrl(provider.kind),
  },
  LLMCredential: {
    llmProvider: (credential) => ({
      id: credential.llmProviderId,
      kind: credential.kind,
      name: credential.providerName,
    }),
    limits: (credential) => limitsOf(credential.kind, credential.model),
    hasSecret: (credential) => credential.secretEncrypted !== null,
    usedBy: (credential, _, ctx) => load(ctx, usesOfCredentials, credential.id),
  },
};

async function credentialFor(ctx: Context, action: ProjectAction, id: string) {
  const credential = isId(id) ? await findCredential(ctx.db, id) : undefined;
  await requireAccessToObject(ctx.viewer, action, credential, "credential");
  // requireAccessToObject has refused what is not there.
  if (!credential) throw new Invalid("id", "There is no such credential.");
  return credential;
}

async function refuseTakenName(ctx: Context, projectId: string, name: string): Promise<void> {
  const taken = (await listCredentials(ctx.db, projectId)).some(
    (it) => it.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw new Invalid("name", `The project already has a credential called ${name}.`);
}

function touched(ctx: Context) {
  return { updated_at: new Date(), updated_by: ctx.viewer.userId ?? null };
}
