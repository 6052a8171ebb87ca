// Every kind of job and who runs it: one line per kind.
import type { JobHandlers } from "#platform/jobs.ts";
import type { Services } from "./context.ts";

export function jobHandlers(_services: Services): JobHandlers {
  return {};
}
