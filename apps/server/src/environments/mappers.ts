import type { DomainRow, EnvironmentConfigRow } from "./queries.ts";

export interface ProjectEnvironmentConfigMapper extends EnvironmentConfigRow {
  /** Asked for by a page: shows only what runs there. */
  readonly isPageView?: boolean;
}
export type DomainMapper = Pick<DomainRow, "id" | "url" | "type">;
