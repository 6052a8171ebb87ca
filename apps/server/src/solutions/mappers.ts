import type { ReleaseRow } from "./release-queries.ts";
import type { SolutionRow, VersionRow } from "./queries.ts";

export type SolutionMapper = SolutionRow;
export type SolutionVersionMapper = VersionRow;
export type SolutionReleaseMapper = ReleaseRow;
