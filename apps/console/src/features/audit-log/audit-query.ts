import { graphql } from "../../generated/graphql.ts";
import type { ResultOf, VariablesOf } from "../../generated/graphql.ts";
import type { FilterValues } from "../../shared/list-filters.tsx";

export const auditEntryFragment = graphql(`
  fragment AuditEntry on AuditLog {
    id
    sequence
    userId
    user {
      id
      userName
      firstName
      lastName
      picture
    }
    accountId
    projectId
    projectName
    productId
    product {
      id
      displayName
    }
    applicationId
    action
    objectType
    objectId
    objectName
    hash
    createdAt
    auditLogDetail {
      displayMessage
      before
      after
    }
  }
`);

export const auditLogsQuery = graphql(`
  query GetAuditLogs($accountId: ID!, $queryMetadata: AuditLogQueryMetadata) {
    auditLogs(accountId: $accountId, queryMetadata: $queryMetadata) {
      count
      rows {
        ...AuditEntry
      }
    }
  }
`);

export const facetsQuery = graphql(`
  query GetAuditLogFacets($accountId: ID!) {
    auditLogFacets(accountId: $accountId) {
      actions
      objectTypes
      users {
        id
        userName
        firstName
        lastName
      }
    }
  }
`);

export const exportQuery = graphql(`
  query GetAuditLogExport(
    $accountId: ID!
    $queryMetadata: AuditLogQueryMetadata
    $format: AuditExportFormat!
  ) {
    auditLogExport(accountId: $accountId, queryMetadata: $queryMetadata, format: $format) {
      fileName
      mimeType
      content
      count
      isComplete
    }
  }
`);

export const tailSubscription = graphql(`
  subscription AuditLogTail($accountId: ID!) {
    auditLogTail(accountId: $accountId) {
      id
      sequence
    }
  }
`);

export type AuditEntry = ResultOf<typeof auditEntryFragment>;
export type QueryMetadata = NonNullable<VariablesOf<typeof auditLogsQuery>["queryMetadata"]>;

export const pageSize = 50;
export const filterIds = [
  "actor",
  "product",
  "action",
  "objectType",
  "object",
  "from",
  "to",
  "children",
] as const;

/** What the address asks for. Days are whole days in the reader's own time zone. */
export function queryMetadata(search: string, values: FilterValues): QueryMetadata {
  const from = dayStart(values["from"]);
  const lastDay = dayStart(values["to"]);
  return {
    ...(search ? { search } : {}),
    ...(values["actor"] ? { userId: values["actor"] } : {}),
    ...(values["product"] ? { productId: values["product"] } : {}),
    ...(values["action"] ? { action: values["action"] } : {}),
    ...(values["objectType"] ? { objectType: values["objectType"] } : {}),
    ...(values["object"] ? { objectId: values["object"] } : {}),
    ...(from ? { from: from.toISOString() } : {}),
    ...(lastDay ? { to: dayAfter(lastDay).toISOString() } : {}),
    ...(values["children"] === "yes" ? { includeChildAccounts: true } : {}),
  };
}

function dayStart(day: string | undefined): Date | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/u.exec(day ?? "");
  if (!match) return undefined;
  return new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
}

function dayAfter(day: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
}
