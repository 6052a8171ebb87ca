export { deployVersion } from "./deploy.ts";
export { botsOfCustomer, deployedVersionId, findBot, refuseWhileUsed } from "./queries.ts";
export { slotsOf } from "./slots.ts";
export { loadRunnableBot, type RunnableBot } from "./runnable.ts";
export { collectUtterance } from "./supervised.ts";
export { trainVersion } from "./training.ts";
export { validateVersionFiles } from "./validation.ts";
export { findVersion, readFile, readFiles } from "./versions.ts";
export { insertVersion, writeFiles } from "./write-files.ts";
