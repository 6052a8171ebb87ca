// A run as a job: every case is a turn with the version as it was when the run was started. A worker that takes
// over goes on with the cases that have no result yet.
import { sql } from "kysely";
import { findCredential } from "#domains/llm";
import {
  agentHash,
  agentOfVersion,
  findSolution,
  findSolutionVersion,
  runAgentTurn,
} from "#domains/solutions";
import type { Tx } from "#platform/database.ts";
import type { RunningJob } from "#platform/jobs.ts";
import { publish } from "#platform/live.ts";
import type { Services } from "../context.ts";
import { judgedByRule } from "./expectations.ts";
import { judgedByModel } from "./judge.ts";
import { type CaseRow, casesOfSets, findRun, resultsOfRuns, type RunRow } from "./queries.ts";

export async function runEvaluation(services: Services, job: RunningJob): Promise<Record<string, unknown>> {
  const { db } = services;
  const run = await findRun(db, String(job.payload["runId"]));
  const version = run && (await findSolutionVersion(db, run.solutionVersionId));
  const solution = version && (await findSolution(db, version.solutionId));
  if (!run || !version || !solution) return { gone: true };
  const agent = agentOfVersion(version, solution.settings);
  if (agentHash(agent) !== run.contentHash) {
    await job.commit((tx) =>
      finish(tx, run, "FAILED", "The version changed before the run began. Start it again."),
    );
    return { changed: true };
  }
  await job.commit((tx) => setStatus(tx, run, "RUNNING"));
  const [cases = []] = await casesOfSets(db, [run.setId]);
  const [known = []] = await resultsOfRuns(db, [run.id]);
  const done = new Set(known.map((result) => result.caseId));
  const judge = run.judgeCredentialId ? await findCredential(db, run.judgeCredentialId) : undefined;
  for (const [index, one] of cases.entries()) {
    job.signal.throwIfAborted();
    if (!done.has(one.id)) {
      const result = await runCase(services, { run, one, agent, judge }, job.signal);
      job.signal.throwIfAborted();
      await job.commit((tx) => storeResult(tx, run, one, result));
    }
    await job.progress((index + 1) / cases.length, `${index + 1} of ${cases.length} cases`);
  }
  await job.commit((tx) => finish(tx, run, "FINISHED", null));
  return { runId: run.id };
}

async function runCase(
  services: Services,
  {
    run,
    one,
    agent,
    judge,
  }: { run: RunRow; one: CaseRow; agent: unknown; judge: Awaited<ReturnType<typeof findCredential>> },
  signal: AbortSignal,
) {
  const answer = await runAgentTurn(services, {
    projectId: run.projectId,
    agent,
    history: [],
    text: one.input,
    signal,
    source: "EVALUATION",
  });
  if (answer.isIncomplete)
    return { answer, passed: false, reason: answer.failure ?? "The answer is incomplete.", judgeCost: 0 };
  if (one.expectation !== "JUDGE")
    return { answer, ...judgedByRule(one.expectation, one.expected, answer), judgeCost: 0 };
  const question = { input: one.input, answer: answer.text, expected: one.expected };
  const { cost, ...verdict } = await judgedByModel(services, judge, question, signal);
  return { answer, ...verdict, judgeCost: cost };
}

async function storeResult(
  tx: Tx,
  run: RunRow,
  one: CaseRow,
  { answer, passed, reason, judgeCost }: Awaited<ReturnType<typeof runCase>>,
): Promise<void> {
  const cost = answer.usage.cost + judgeCost;
  const { rows } =
    await sql`insert into evaluation_results (run_id, case_id, position, input, expectation, expected, answer,
      citations, passed, reason, ms, input_tokens, output_tokens, cost)
    values (${run.id}, ${one.id}, ${one.position}, ${one.input}, ${one.expectation}, ${one.expected}, ${answer.text},
      ${JSON.stringify(answer.citations)}::jsonb, ${passed}, ${reason}, ${answer.ms}, ${answer.usage.inputTokens},
      ${answer.usage.outputTokens}, ${cost})
    on conflict do nothing returning 1`.execute(tx);
  if (rows.length === 0) return;
  await sql`update evaluation_runs set passed = passed + ${passed ? 1 : 0}, failed = failed + ${passed ? 0 : 1},
      cost = cost + ${cost} where id = ${run.id}`.execute(tx);
  await tell(tx, run);
}

async function setStatus(tx: Tx, run: RunRow, status: string): Promise<void> {
  await tx.updateTable("evaluation_runs").set({ status }).where("id", "=", run.id).execute();
  await tell(tx, run);
}

async function finish(tx: Tx, run: RunRow, status: string, error: string | null): Promise<void> {
  await tx
    .updateTable("evaluation_runs")
    .set({ status, error, finished_at: new Date() })
    .where("id", "=", run.id)
    .execute();
  await tell(tx, run);
}

async function tell(tx: Tx, run: RunRow): Promise<void> {
  await publish(tx, "evaluation-run", { runId: run.id, setId: run.setId, projectId: run.projectId });
}
