export { copyNodes, readFlow } from "./flow.ts";
export { findRecord } from "./queries.ts";
export { insertRecord, recordSync, recordValidation } from "./record.ts";
export { saveNodes } from "./save-nodes.ts";
