export { registerHistoryExports, writeExport } from "./export.ts";
export { foldChanges } from "./fold.ts";
export { maskText } from "./mask.ts";
export { customerOf } from "./scope.ts";
export { nodeTitles } from "./transcript.ts";
export { type HistoryUpkeep, removeExpired, startHistoryUpkeep } from "./upkeep.ts";
