export { fieldWords } from "./field-words.ts";
export { type Delta, deltaSentence, deltaValues, hasChanges } from "./delta.ts";
export { type AuditEntry, nothingToAudit, recordAudit } from "./record.ts";
