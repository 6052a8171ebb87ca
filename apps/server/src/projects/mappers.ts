import type { ProjectRow } from "./queries.ts";

export type ProjectMapper = ProjectRow;
