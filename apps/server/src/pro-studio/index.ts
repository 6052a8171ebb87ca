export { copyNodes, readFlow } from "./flow.ts";
export { findRecord } from "./queries.ts";
export { renameIntentInDrawing } from "./rename-intent.ts";
export { recordSync, recordValidation } from "./record.ts";
export { saveNodes } from "./save-nodes.ts";
