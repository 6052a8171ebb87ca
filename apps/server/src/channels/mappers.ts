import type { findStream, findWidget, listExternalAgents, listPypes } from "./queries.ts";

export type PypeMapper = Awaited<ReturnType<typeof listPypes>>[number];
export type StreamMapper = NonNullable<Awaited<ReturnType<typeof findStream>>>;
export type WidgetMapper = NonNullable<Awaited<ReturnType<typeof findWidget>>>;
export type ExternalAgentIntegrationMapper = Awaited<ReturnType<typeof listExternalAgents>>[number] & {
  /** Only in the answer that creates or rotates it. */
  callbackToken?: string;
};
