export { indexKnowledgeFile, passagesOf, storeChunks } from "./index-file.ts";
export { filesOfVersions, type KnowledgeFileRow } from "./queries.ts";
export { knowledgeFileUrl, registerKnowledgeFiles } from "./route.ts";
export { type Hit, searchFiles } from "./search.ts";
export { type Chunk } from "./text/chunk.ts";
export { parseCsv } from "./text/csv.ts";
