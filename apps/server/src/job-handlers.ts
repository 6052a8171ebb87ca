// Every kind of job and who runs it: one line per kind.
import { trainVersion } from "#domains/bots";
import { snapshotHandler } from "#domains/snapshots";
import { invitationHandler, recoveryMailHandler } from "#domains/users";
import { deliverQueued, endPatience, endWait } from "#domains/conversations";
import { runEvaluation } from "#domains/evaluations";
import { removeExpired, writeExport } from "#domains/history";
import { indexKnowledgeFile } from "#domains/knowledge";
import { mailAboutBudget } from "#domains/llm";
import type { JobHandlers } from "#platform/jobs.ts";
import type { Services } from "./context.ts";

export function jobHandlers(services: Services): JobHandlers {
  return {
    "db-snapshot": snapshotHandler(services),
    "conversation-timer": (job) => endWait(services, job),
    "external-agent-delivery": (job) => deliverQueued(services, job),
    "hand-off-patience": (job) => endPatience(services, job),
    "train-bot-version": (job) => trainVersion(services, job),
    "run-evaluation": (job) => runEvaluation(services, job),
    "llm-budget-mail": (job) => mailAboutBudget(services, job),
    "index-knowledge-file": (job) => indexKnowledgeFile(services, job),
    "history-export": (job) => writeExport(services, job),
    "history-retention": (job) => removeExpired(services, job),
    "user.invite": invitationHandler(services),
    "user.recover": recoveryMailHandler(services),
  };
}
