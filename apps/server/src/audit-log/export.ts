import { type CsvValue, csvLine } from "#platform/csv.ts";
import type { AuditLogRow } from "./queries.ts";

const columns: readonly (readonly [string, (row: AuditLogRow) => CsvValue])[] = [
  ["time", (row) => row.createdAt.toISOString()],
  ["person", (row) => (row.user ? `${row.user.firstName} ${row.user.lastName}` : "")],
  ["e-mail", (row) => row.user?.userName ?? ""],
  ["product", (row) => row.product?.displayName ?? ""],
  ["action", (row) => row.action],
  ["object type", (row) => row.objectType],
  ["object", (row) => row.objectName ?? ""],
  ["object id", (row) => row.objectId ?? ""],
  ["project", (row) => row.projectName ?? ""],
  ["what happened", (row) => row.detail.message],
  ["before", (row) => (row.detail.before === null ? "" : JSON.stringify(row.detail.before))],
  ["after", (row) => (row.detail.after === null ? "" : JSON.stringify(row.detail.after))],
  ["sequence", (row) => row.sequence],
  ["hash", (row) => row.hash],
];

export function auditCsv(rows: readonly AuditLogRow[]): string {
  const lines = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, read]) => read(row)))];
  return lines.map(csvLine).join("");
}

export function auditJson(rows: readonly AuditLogRow[]): string {
  return `${JSON.stringify(
    rows.map(({ detail, ...row }) => ({
      ...row,
      message: detail.message,
      before: detail.before,
      after: detail.after,
    })),
    null,
    2,
  )}\n`;
}
