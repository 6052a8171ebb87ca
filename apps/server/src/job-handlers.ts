// Every kind of job and who runs it: one line per kind.
import { trainVersion } from "#domains/bots";
import { snapshotHandler } from "#domains/snapshots";
import { invitationHandler } from "#domains/users";
import type { JobHandlers } from "#platform/jobs.ts";
import type { Services } from "./context.ts";

export function jobHandlers(services: Services): JobHandlers {
  return {
    "db-snapshot": snapshotHandler(services),
    "train-bot-version": (job) => trainVersion(services, job),
    "user.invite": invitationHandler(services),
  };
}
