import { requireAccess } from "#access/viewer.ts";
import type { AuditLogQueryMetadata, Resolvers } from "#generated/resolvers.ts";
import { Invalid } from "#platform/errors.ts";
import { page } from "#platform/input.ts";
import { isId } from "#platform/ids.ts";
import { watch } from "../context.ts";
import { auditCsv, auditJson } from "./export.ts";
import { auditFacets, type AuditFilter, countAuditLog, lastSequence, listAuditLog } from "./queries.ts";

const bounds = { usual: 50, most: 200 };
const mostExported = 10_000;

export const resolvers: Resolvers = {
  Query: {
    async auditLogs(_, { accountId, queryMetadata }, ctx) {
      await requireAccess(ctx.viewer, "audit-log.read", { accountId });
      const filter = auditFilter(queryMetadata);
      const [count, rows] = await Promise.all([
        countAuditLog(ctx.db, accountId, filter),
        listAuditLog(ctx.db, accountId, filter, page(queryMetadata ?? {}, bounds)),
      ]);
      return { count, rows };
    },
    async auditLogFacets(_, { accountId }, ctx) {
      await requireAccess(ctx.viewer, "audit-log.read", { accountId });
      return auditFacets(ctx.db, accountId);
    },
    async objectHistory(_, { accountId, objectType, objectId, limit, offset }, ctx) {
      await requireAccess(ctx.viewer, "audit-log.read", { accountId });
      const filter = { objectType, objectId };
      const [count, rows] = await Promise.all([
        countAuditLog(ctx.db, accountId, filter),
        listAuditLog(ctx.db, accountId, filter, page({ limit, offset }, bounds)),
      ]);
      return { count, rows };
    },
    async auditLogExport(_, { accountId, queryMetadata, format }, ctx) {
      await requireAccess(ctx.viewer, "audit-log.read", { accountId });
      const filter = auditFilter(queryMetadata);
      const count = await countAuditLog(ctx.db, accountId, filter);
      const rows = await listAuditLog(ctx.db, accountId, filter, { limit: mostExported, offset: 0 });
      const day = new Date().toISOString().slice(0, 10);
      return {
        fileName: `audit-log-${day}.${format.toLowerCase()}`,
        mimeType: format === "CSV" ? "text/csv" : "application/json",
        content: format === "CSV" ? auditCsv(rows) : auditJson(rows),
        count: rows.length,
        isComplete: rows.length === count,
      };
    },
  },
  Subscription: {
    auditLogTail: {
      async subscribe(_, { accountId }, ctx) {
        await requireAccess(ctx.viewer, "audit-log.read", { accountId });
        let seen = await lastSequence(ctx.db, accountId);
        return watch(ctx, ["audit-log"], {
          isRelevant: (event) => event.payload["accountId"] === accountId,
          async read() {
            await requireAccess(ctx.viewer, "audit-log.read", { accountId });
            const rows = await listAuditLog(
              ctx.db,
              accountId,
              { afterSequence: seen, isOldestFirst: true },
              { limit: bounds.most, offset: 0 },
            );
            seen = rows.at(-1)?.sequence ?? seen;
            return { auditLogTail: rows };
          },
        });
      },
    },
  },
  AuditLog: {
    auditLogDetail: ({ detail }) => ({
      displayMessage: detail.message,
      before: detail.before,
      after: detail.after,
    }),
  },
};

function auditFilter(given: AuditLogQueryMetadata | null | undefined): AuditFilter {
  const metadata = given ?? {};
  for (const field of ["userId", "productId", "projectId"] as const) {
    const id = metadata[field];
    if (id !== null && id !== undefined && !isId(id)) {
      throw new Invalid(`queryMetadata.${field}`, "This is not an id.");
    }
  }
  return {
    userId: metadata.userId ?? undefined,
    productId: metadata.productId ?? undefined,
    projectId: metadata.projectId ?? undefined,
    action: metadata.action ?? undefined,
    objectType: metadata.objectType ?? undefined,
    objectId: metadata.objectId ?? undefined,
    from: metadata.from ?? undefined,
    to: metadata.to ?? undefined,
    search: metadata.search ?? undefined,
    includeChildAccounts: metadata.includeChildAccounts ?? undefined,
    upToSequence: metadata.upToSequence ?? undefined,
    isOldestFirst: metadata.isOldestFirst ?? undefined,
  };
}
