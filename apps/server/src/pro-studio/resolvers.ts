import { sql } from "kysely";
import { requireUser } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Invalid } from "#platform/errors.ts";
import type { Context } from "../context.ts";
import { draftFor, entry, ownerFor } from "./find.ts";
import { presenceMutations, subscriptions } from "./live-resolvers.ts";
import { readEdits } from "./node-input.ts";
import { findRecord, listNodes, type NodeRow, type OwnerRow, versionsWithNodes } from "./queries.ts";
import { insertRecord, recordSync, recordValidation, requireRecord } from "./record.ts";
import { listReferences } from "./references.ts";
import { lockFlow, type NodeConflict, saveNodes, tell } from "./save-nodes.ts";
import { listTraffic } from "./traffic.ts";
import { readEffect, tryEffect } from "./try-effect.ts";
import { understandWords } from "./understand-words.ts";

export const resolvers: Resolvers = {
  Query: {
    async proStudioVersionData(_, { solutionVersionId }, ctx) {
      await ownerFor(ctx, "solution.read", solutionVersionId);
      return (await findRecord(ctx.db, solutionVersionId)) ?? null;
    },
    async proStudioNodeVersions(_, { partialSolutionVersionId }, ctx) {
      const userId = requireUser(ctx.viewer);
      return versionsWithNodes(ctx.db, userId, partialSolutionVersionId);
    },
    async proStudioNodes(_, { solutionVersionId }, ctx) {
      await ownerFor(ctx, "solution.read", solutionVersionId);
      return listNodes(ctx.db, solutionVersionId);
    },
    async proStudioReferences(_, { solutionVersionId }, ctx) {
      return listReferences(ctx.db, await ownerFor(ctx, "solution.read", solutionVersionId));
    },
    async proStudioUnderstanding(_, { solutionVersionId, text }, ctx) {
      const owner = await ownerFor(ctx, "solution.read", solutionVersionId);
      if (text.length > 2_000) throw new Invalid("text", "A sentence has at most 2,000 characters.");
      return understandWords(ctx, owner, text);
    },
    async proStudioTraffic(_, { solutionVersionId, days, onlyThisVersion }, ctx) {
      const owner = await ownerFor(ctx, "solution.read", solutionVersionId);
      const wanted = days ?? 30;
      if (wanted < 1 || wanted > 365) throw new Invalid("days", "Choose between 1 and 365 days.");
      return listTraffic(ctx.db, owner, { days: wanted, onlyThisVersion: onlyThisVersion ?? false });
    },
  },
  Mutation: {
    ...presenceMutations,
    async runProStudioEffect(_, { solutionVersionId, effect: given }, ctx) {
      const owner = await ownerFor(ctx, "solution.edit", solutionVersionId);
      const effect = readEffect(given);
      const name = effect.type === "runScript" ? effect.scriptId : `${effect.method} ${hostOf(effect.url)}`;
      // Written before it happens: what goes out must be on record even when the answer never comes.
      await change(ctx, (tx) =>
        recordAudit(tx, ctx, {
          ...entry(owner),
          action: "pro-studio.effect-tried",
          message: `ran ${name} while testing the flow of ${owner.solutionName} version ${owner.number}`,
        }),
      );
      return tryEffect(ctx, owner, effect);
    },
    async createProStudioVersion(_, { solutionVersionId, projectProStudioSettingId }, ctx) {
      const owner = await ownerFor(ctx, "solution.edit", solutionVersionId);
      refuseOtherSetting(owner, projectProStudioSettingId);
      const affected = await change(ctx, async (tx) => {
        const count = await insertRecord(tx, { solutionVersionId, settingId: owner.settingId });
        await recordAudit(tx, ctx, {
          ...entry(owner),
          action: "pro-studio.opened",
          message: `opened the flow of ${owner.solutionName} version ${owner.number}`,
        });
        return count;
      });
      return { affected_rows: affected, returning: [await requireRecord(ctx.db, solutionVersionId)] };
    },
    async updateProStudioVersionSync(_, args, ctx) {
      const owner = await ownerFor(ctx, "solution.edit", args.solutionVersionId);
      refuseOtherSetting(owner, args.projectProStudioSettingId);
      const record = await change(ctx, async (tx) => {
        await recordAudit(tx, ctx, {
          ...entry(owner),
          action: "pro-studio.sync-recorded",
          message: `recorded a sync of ${owner.solutionName} version ${owner.number}`,
        });
        return recordSync(
          tx,
          { solutionVersionId: args.solutionVersionId, settingId: owner.settingId },
          {
            at: args.lastServerSync,
            hash: args.lastServerSyncHash,
            errors: checkedLines("lastServerSyncError", args.lastServerSyncError),
          },
        );
      });
      return { affected_rows: 1, returning: [record] };
    },
    async updateProStudioVersionValidation(_, args, ctx) {
      const owner = await ownerFor(ctx, "solution.edit", args.solutionVersionId);
      refuseOtherSetting(owner, args.projectProStudioSettingId);
      const record = await change(ctx, async (tx) => {
        await recordAudit(tx, ctx, {
          ...entry(owner),
          action: "pro-studio.validation-recorded",
          message: `recorded a validation of ${owner.solutionName} version ${owner.number}`,
        });
        return recordValidation(
          tx,
          { solutionVersionId: args.solutionVersionId, settingId: owner.settingId },
          {
            at: args.lastServerValidation,
            hash: args.lastServerValidationHash,
            messages: checkedLines("lastServerValidationMessages", args.lastServerValidationMessages),
          },
        );
      });
      return { affected_rows: 1, returning: [record] };
    },
    async updateProStudioNodes(_, { objects, clientId }, ctx) {
      requireUser(ctx.viewer);
      const edits = Map.groupBy(readEdits(objects), (edit) => edit.node.solutionVersionId);
      const owners: OwnerRow[] = [];
      for (const versionId of edits.keys()) owners.push(await draftFor(ctx, versionId));
      const written: NodeRow[] = [];
      const conflicts: NodeConflict[] = [];
      await change(ctx, async (tx) => {
        for (const owner of owners) {
          const saved = await saveNodes(
            tx,
            owner.solutionVersionId,
            edits.get(owner.solutionVersionId) ?? [],
            author(ctx, clientId),
          );
          written.push(...saved.written);
          conflicts.push(...saved.conflicts);
          await recordAudit(tx, ctx, {
            ...entry(owner),
            action: "pro-studio.nodes-saved",
            message: `saved ${saved.written.length} nodes of ${owner.solutionName} version ${owner.number}`,
            after: { nodeIds: saved.written.slice(0, 50).map((node) => node.id) },
          });
        }
      });
      return { affected_rows: written.length, returning: written, conflicts };
    },
    async deleteProStudioNode(_, { nodeId, solutionVersionId, baseRevision, clientId }, ctx) {
      const owner = await draftFor(ctx, solutionVersionId);
      return change(ctx, async (tx) => {
        await lockFlow(tx, solutionVersionId);
        const [node] = await listNodes(tx, solutionVersionId, [nodeId]);
        if (node && baseRevision != null && baseRevision !== node.revision) {
          const who = node.modifiedBy ?? "Someone";
          throw new Conflict(`${who} changed this node after you opened it. It was not deleted.`, {
            nodeId,
            who,
            when: node.lastModified.toISOString(),
            revision: node.revision,
          });
        }
        return deleteNodes(tx, ctx, owner, node ? [nodeId] : [], clientId);
      });
    },
    async deleteAllProStudioNodes(_, { solutionVersionId, clientId }, ctx) {
      const owner = await draftFor(ctx, solutionVersionId);
      return change(ctx, async (tx) => {
        await lockFlow(tx, solutionVersionId);
        const ids = (await listNodes(tx, solutionVersionId)).map((node) => node.id);
        return deleteNodes(tx, ctx, owner, ids, clientId);
      });
    },
  },
  Subscription: subscriptions,
};

type ChangeTx = Parameters<Parameters<typeof change>[1]>[0];

async function deleteNodes(
  tx: ChangeTx,
  ctx: Context,
  owner: OwnerRow,
  ids: readonly string[],
  clientId: string | null | undefined,
) {
  const { solutionVersionId } = owner;
  if (ids.length > 0) {
    await sql`delete from pro_studio_nodes
      where solution_version_id = ${solutionVersionId} and id = any(${ids})`.execute(tx);
    await sql`insert into pro_studio_deleted_nodes (solution_version_id, id, deleted_by)
      select ${solutionVersionId}::uuid, id, ${ctx.viewer.userId ?? null}::uuid from unnest(${ids}::text[]) as id
      on conflict (solution_version_id, id) do update set deleted_by = excluded.deleted_by, deleted_at = now()`.execute(
      tx,
    );
    await tell(tx, solutionVersionId, { changed: [], deleted: ids }, author(ctx, clientId));
  }
  await recordAudit(tx, ctx, {
    ...entry(owner),
    action: "pro-studio.nodes-deleted",
    message: `deleted ${ids.length} nodes of ${owner.solutionName} version ${owner.number}`,
    before: { nodeIds: ids.slice(0, 50) },
  });
  return { affected_rows: ids.length };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "an unreadable address";
}

function author(ctx: Context, clientId: string | null | undefined) {
  return { userId: ctx.viewer.userId, clientId: clientId?.slice(0, 64) };
}

function refuseOtherSetting(owner: OwnerRow, settingId: string): void {
  if (settingId !== owner.settingId) {
    throw new Invalid(
      "projectProStudioSettingId",
      "The solution version does not belong to this Pro Studio setting.",
    );
  }
}

function checkedLines(field: string, lines: readonly string[]): string[] {
  if (lines.length > 1_000) throw new Invalid(field, "At most 1,000 messages are kept.");
  return lines.map((line) => line.replaceAll("\0", "").slice(0, 2_000));
}
