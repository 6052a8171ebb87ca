export { fieldWords } from "./field-words.ts";
export { type Delta, deltaSentence, deltaValues, hasChanges } from "./delta.ts";
export { nothingToAudit, recordAudit } from "./record.ts";
