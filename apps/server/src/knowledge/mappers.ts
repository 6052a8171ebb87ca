import type { ChunkRow, KnowledgeFileRow } from "./queries.ts";

export type KnowledgeFileMapper = KnowledgeFileRow;
export type KnowledgeChunkMapper = ChunkRow;
