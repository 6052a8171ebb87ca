import type { AuditLogRow } from "./queries.ts";

export type AuditLogMapper = AuditLogRow;
