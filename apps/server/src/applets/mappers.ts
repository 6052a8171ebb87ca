import type { AppletRow, AppletVersionRow, InstanceRow, StepRow } from "./queries.ts";

import type { RunLogRow } from "./runs/queries.ts";

export type AppletRunMapper = RunLogRow;
export type AppletMapper = AppletRow;
export type AppletVersionMapper = AppletVersionRow;
export interface AppletInstanceMapper extends InstanceRow {
  /** Asked for by a page: nothing that only the server or an editor needs. */
  readonly isPageView?: boolean;
}
export interface TriggerMapper extends StepRow {
  readonly isPageView?: boolean;
}
export interface ActionMapper extends StepRow {
  readonly isPageView?: boolean;
}
