import type { NodeRow, RecordRow } from "./queries.ts";

export type ProStudioNodeMapper = NodeRow;
export type ProStudioVersionMapper = RecordRow;
