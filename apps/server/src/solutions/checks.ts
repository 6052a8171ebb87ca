// What is looked at before a version goes out. Some checks always hold; others are asked for per environment.
import { type Flow, hash, problemFromText } from "@parley/flow";
import { findCredential, testCredential } from "#domains/llm";
import { filesOfVersions } from "#domains/knowledge";
import { findRecord, readFlow } from "#domains/pro-studio";
import type { Db } from "#platform/database.ts";
import type { Context } from "../context.ts";
import { agentHash } from "./agent-format.ts";
import { agentOfVersion } from "./agent-of-version.ts";
import { gapsOf } from "./completeness.ts";
import { findSolution, type VersionRow } from "./queries.ts";
import {
  type EnvironmentName,
  type GateRow,
  lastRun,
  listGates,
  type PublishCheckResult,
} from "./release-queries.ts";

/** Longer than a model that works needs for a word, shorter than people wait for a button. */
const testDeadlineMs = 8_000;

type CredentialTest = Awaited<ReturnType<typeof testCredential>>;

/** Asks the version's model for a word, now; undefined when there is none to ask. */
export async function testModelOf(ctx: Context, version: VersionRow): Promise<CredentialTest | undefined> {
  const credential = version.llmCredentialId
    ? await findCredential(ctx.db, version.llmCredentialId)
    : undefined;
  if (!credential || credential.kind === "parley-passages") return undefined;
  return testCredential(ctx, credential, testDeadlineMs);
}

/** Without `tested`, the check of the model says what came of its last test and when that was. */
export async function publishChecks(
  db: Db,
  version: VersionRow,
  environment: EnvironmentName,
  tested?: CredentialTest,
): Promise<PublishCheckResult[]> {
  const gates = await listGates(db, version.solutionId);
  const gate = gates.find((it) => it.environment === environment);
  return [
    await completeCheck(db, version),
    await flowCheck(db, version, gate?.requiresValidation ?? false),
    await credentialCheck(db, version, gate?.requiresCredentialTest ?? false, tested),
    await evaluationCheck(db, version, gate),
  ];
}

async function completeCheck(db: Db, version: VersionRow): Promise<PublishCheckResult> {
  const credential = version.llmCredentialId ? await findCredential(db, version.llmCredentialId) : undefined;
  const [files] = await filesOfVersions(db, [version.id]);
  const gaps = gapsOf(version, credential, files ?? []);
  const message =
    gaps.length === 0 ? "The version has everything it needs." : gaps.map((gap) => gap.message).join(" ");
  return { name: "complete", passed: gaps.length === 0, required: true, message };
}

async function flowCheck(db: Db, version: VersionRow, required: boolean): Promise<PublishCheckResult> {
  const flow = await readFlow(db, version.id);
  if (flow.nodes.length === 0)
    return {
      name: "flow",
      passed: true,
      required,
      message: "No flow is drawn; the agent answers everything.",
    };
  const record = await findRecord(db, version.id);
  const errors = (record?.lastServerValidationMessages ?? []).filter(
    (message) => problemFromText(message).severity === "error",
  ).length;
  if (!record?.lastServerValidation)
    return { name: "flow", passed: false, required, message: "The flow was never validated." };
  if (record.lastServerValidationHash !== hash(flow))
    return {
      name: "flow",
      passed: false,
      required,
      message: changedSince(flow, record.lastServerValidation),
    };
  return errors > 0
    ? { name: "flow", passed: false, required, message: `Validation found ${errors} errors in the flow.` }
    : { name: "flow", passed: true, required, message: "The flow is validated as it is." };
}

/** What was deleted leaves no trace to count. */
function changedSince(flow: Flow, validated: Date): string {
  const edited = flow.nodes.filter((node) => new Date(node.lastModified ?? 0) > validated).length;
  if (edited === 0) return "The flow changed since it was validated.";
  return `${edited === 1 ? "1 node was" : `${edited} nodes were`} edited since the flow was validated.`;
}

async function credentialCheck(
  db: Db,
  version: VersionRow,
  required: boolean,
  tested: CredentialTest | undefined,
): Promise<PublishCheckResult> {
  const credential = version.llmCredentialId ? await findCredential(db, version.llmCredentialId) : undefined;
  const result = (passed: boolean, message: string) => ({ name: "credential", passed, required, message });
  if (!credential) return result(false, "No model is chosen.");
  if (credential.kind === "parley-passages") return result(true, "The built-in provider is always there.");
  if (tested) {
    return tested.ok
      ? result(true, `${credential.name} answered a test call within ${tested.ms} ms.`)
      : result(false, `${credential.name} did not answer a test call: ${tested.message}`);
  }
  if (!credential.testedAt) return result(false, `The credential ${credential.name} was never tested.`);
  if (credential.secretChangedAt && credential.secretChangedAt > credential.testedAt)
    return result(false, `The key of ${credential.name} changed since it was tested.`);
  const when = `${credential.testedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return credential.testError
    ? result(false, `The last test of ${credential.name}, ${when}, failed: ${credential.testError}`)
    : result(true, `${credential.name} answered its last test, ${when}. Publishing tests it again.`);
}

async function evaluationCheck(
  db: Db,
  version: VersionRow,
  gate: GateRow | undefined,
): Promise<PublishCheckResult> {
  const result = (passed: boolean, message: string, required = true) => ({
    name: "evaluation",
    passed,
    required,
    message,
  });
  if (!gate?.evaluationSetId) return result(true, "No evaluation is asked for here.", false);
  const run = await lastRun(db, gate.evaluationSetId, version.id);
  if (!run) return result(false, "The version was not evaluated yet.");
  const solution = await findSolution(db, version.solutionId);
  if (run.contentHash !== agentHash(agentOfVersion(version, solution?.settings)))
    return result(false, `The version changed since ${run.setName} ran.`);
  const share = run.total === 0 ? 0 : run.passed / run.total;
  return result(
    share >= gate.minPassShare,
    `${run.setName}: ${run.passed} of ${run.total} passed, ${Math.round(gate.minPassShare * 100)} % are needed.`,
  );
}
