import { sql } from "kysely";
import type { ProjectAction } from "#access/actions.ts";
import { requireAccessToObject } from "#access/object-access.ts";
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { findCredential } from "#domains/llm";
import { agentHash, agentOfVersion, findSolution, findSolutionVersion } from "#domains/solutions";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Db, Tx } from "#platform/database.ts";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { optionalText, requiredText } from "#platform/input.ts";
import { addJob } from "#platform/jobs.ts";
import { refuseStaleRow } from "#platform/versions.ts";
import { type Context, load, watch } from "../context.ts";
import { casesFromCsv, checkedCases, type NewCase, writeCases } from "./cases.ts";
import { compareResults } from "./compare.ts";
import { casesFromConversations } from "./from-conversations.ts";
import { casesOfSets, findRun, findSet, listRuns, listSets, resultsOfRuns, type SetRow } from "./queries.ts";

export const resolvers: Resolvers = {
  Query: {
    async evaluationSets(_, { solutionId }, ctx) {
      await solutionFor(ctx, "solution.read", solutionId);
      return listSets(ctx.db, solutionId);
    },
    evaluationSet: (_, { id }, ctx) => setFor(ctx, "solution.read", id),
    evaluationRun: (_, { id }, ctx) => runFor(ctx, id),
    async compareEvaluationRuns(_, { beforeId, afterId }, ctx) {
      const [before, after] = [await runFor(ctx, beforeId), await runFor(ctx, afterId)];
      const [old = [], now = []] = await resultsOfRuns(ctx.db, [before.id, after.id]);
      return compareResults(old, now);
    },
  },
  Mutation: {
    async createEvaluationSet(_, { solutionId, name: given, description, cases }, ctx) {
      const solution = await solutionFor(ctx, "solution.edit", solutionId);
      const name = requiredText("name", given, "a name");
      const checked = checkedCases(cases ?? [], []);
      const id = await change(ctx, async (tx) => {
        const id = newId();
        await refuseTakenName(tx, solutionId, name);
        await tx
          .insertInto("evaluation_sets")
          .values({
            id,
            solution_id: solutionId,
            name,
            description: optionalText("description", description ?? "", 2_000),
            created_by: ctx.viewer.userId ?? null,
            updated_by: ctx.viewer.userId ?? null,
          })
          .execute();
        await writeCases(tx, id, checked);
        await recordAudit(tx, ctx, {
          ...entry({ ...solution, id, name }),
          action: "evaluation-set.created",
          message: `created the evaluation set ${name} with ${checked.length} cases`,
        });
        return id;
      });
      return setFor(ctx, "solution.read", id);
    },
    async updateEvaluationSet(_, { id, name: given, description, cases, version }, ctx) {
      const set = await setFor(ctx, "solution.edit", id);
      const values = {
        ...(given != null && { name: requiredText("name", given, "a name") }),
        ...(description != null && { description: optionalText("description", description, 2_000) }),
      };
      await change(ctx, async (tx) => {
        if (values.name && values.name.toLowerCase() !== set.name.toLowerCase())
          await refuseTakenName(tx, set.solutionId, values.name);
        await refuseStaleRow(tx, "evaluation_sets", id, version, {
          ...values,
          // Cases are replaced as a whole: any change in between must be seen first.
          ...(cases != null && { cases: "changed" }),
        });
        if (cases != null) {
          const [known = []] = await casesOfSets(tx, [id]);
          await writeCases(tx, id, checkedCases(cases, known));
        }
        await touch(tx, ctx, id, values);
        await recordAudit(tx, ctx, {
          ...entry(set),
          action: "evaluation-set.updated",
          message: `changed the evaluation set ${set.name}`,
        });
      });
      return setFor(ctx, "solution.read", id);
    },
    async deleteEvaluationSet(_, { id }, ctx) {
      const set = await setFor(ctx, "solution.edit", id);
      await change(ctx, async (tx) => {
        const { rows } = await sql<{ environment: string }>`select environment from publish_gates
          where evaluation_set_id = ${id}`.execute(tx);
        if (rows.length > 0) {
          throw new Conflict(
            `${set.name} must pass before ${rows.map((row) => row.environment).join(" and ")}. Change that first.`,
          );
        }
        await tx.deleteFrom("evaluation_sets").where("id", "=", id).execute();
        await recordAudit(tx, ctx, {
          ...entry(set),
          action: "evaluation-set.deleted",
          message: `deleted the evaluation set ${set.name} with its runs`,
        });
      });
      return id;
    },
    async importEvaluationCases(_, { id, csv }, ctx) {
      const set = await setFor(ctx, "solution.edit", id);
      await addCases(ctx, set, casesFromCsv(csv), "from CSV");
      return setFor(ctx, "solution.read", id);
    },
    async addConversationsToEvaluationSet(_, { id, conversationIds }, ctx) {
      const set = await setFor(ctx, "solution.edit", id);
      await requireAccess(ctx.viewer, "history.read", { projectId: set.projectId });
      const cases = await casesFromConversations(ctx.db, set.projectId, conversationIds.filter(isId));
      if (cases.length === 0)
        throw new Invalid("conversationIds", "These conversations hold no question that was answered.");
      await addCases(ctx, set, cases, "from conversations");
      return setFor(ctx, "solution.read", id);
    },
    async startEvaluationRun(_, { setId, solutionVersionId, judgeCredentialId }, ctx) {
      const set = await setFor(ctx, "solution.edit", setId);
      const version = isId(solutionVersionId)
        ? await findSolutionVersion(ctx.db, solutionVersionId)
        : undefined;
      if (version?.solutionId !== set.solutionId)
        throw new Invalid("solutionVersionId", "The version belongs to another solution.");
      const [cases = []] = await casesOfSets(ctx.db, [setId]);
      if (cases.length === 0) throw new Conflict("The set has no cases yet.");
      await checkJudge(
        ctx,
        set,
        judgeCredentialId ?? undefined,
        cases.some((one) => one.expectation === "JUDGE"),
      );
      const contentHash = await hashOfVersion(ctx.db, version.id);
      const runId = await change(ctx, async (tx) => {
        const runId = newId();
        const jobId = await addJob(tx, {
          kind: "run-evaluation",
          accountId: set.accountId,
          projectId: set.projectId,
          objectId: setId,
          payload: { runId },
          createdBy: ctx.viewer.userId,
        });
        await tx
          .insertInto("evaluation_runs")
          .values({
            id: runId,
            set_id: setId,
            solution_version_id: version.id,
            content_hash: contentHash ?? "",
            judge_credential_id: judgeCredentialId ?? null,
            job_id: jobId,
            total: cases.length,
            created_by: ctx.viewer.userId ?? null,
          })
          .execute();
        await recordAudit(tx, ctx, {
          ...entry(set),
          action: "evaluation-run.started",
          message: `started ${set.name} against version ${version.number} of ${set.solutionName}`,
        });
        return runId;
      });
      return runFor(ctx, runId);
    },
  },
  Subscription: {
    evaluationRunChanged: {
      async subscribe(_, { id }, ctx) {
        const run = await runFor(ctx, id);
        return watch(ctx, ["evaluation-run", "job"], {
          isRelevant: ({ payload }) => payload["runId"] === id || payload["jobId"] === run.jobId,
          read: async () => ({ evaluationRunChanged: await runFor(ctx, id) }),
        });
      },
    },
  },
  EvaluationSet: {
    cases: (set, _, ctx) => load(ctx, casesOfSets, set.id),
    runs: (set, { limit }, ctx) => listRuns(ctx.db, set.id, Math.min(Math.max(limit ?? 20, 1), 200)),
  },
  EvaluationRun: {
    results: (run, _, ctx) => load(ctx, resultsOfRuns, run.id),
    isCurrent: async (run, _, ctx) =>
      (await hashOfVersion(ctx.db, run.solutionVersionId)) === run.contentHash,
  },
};

async function solutionFor(ctx: Context, action: ProjectAction, id: string) {
  const solution = isId(id) ? await findSolution(ctx.db, id) : undefined;
  await requireAccessToObject(ctx.viewer, action, solution, "solution");
  if (!solution) throw new NotFound("solution");
  return solution;
}

async function setFor(ctx: Context, action: ProjectAction, id: string): Promise<SetRow> {
  const set = isId(id) ? await findSet(ctx.db, id) : undefined;
  await requireAccessToObject(ctx.viewer, action, set, "evaluation set");
  if (!set) throw new NotFound("evaluation set");
  return set;
}

async function runFor(ctx: Context, id: string) {
  const run = isId(id) ? await findRun(ctx.db, id) : undefined;
  await requireAccessToObject(ctx.viewer, "solution.read", run, "evaluation run");
  if (!run) throw new NotFound("evaluation run");
  return run;
}

async function checkJudge(ctx: Context, set: SetRow, judgeId: string | undefined, isNeeded: boolean) {
  const judge = judgeId && isId(judgeId) ? await findCredential(ctx.db, judgeId) : undefined;
  if (judgeId && judge?.projectId !== set.projectId)
    throw new Invalid("judgeCredentialId", "There is no such credential in this project.");
  if (isNeeded && !judge)
    throw new Invalid("judgeCredentialId", "Some cases need a judge. Choose the credential it uses.");
  if (isNeeded && judge?.kind === "parley-passages")
    throw new Invalid("judgeCredentialId", "The built-in provider cannot judge. Choose a model.");
}

async function hashOfVersion(db: Db, versionId: string): Promise<string | undefined> {
  const version = await findSolutionVersion(db, versionId);
  const solution = version && (await findSolution(db, version.solutionId));
  return version && agentHash(agentOfVersion(version, solution?.settings));
}

async function addCases(ctx: Context, set: SetRow, added: readonly NewCase[], from: string): Promise<void> {
  await change(ctx, async (tx) => {
    await sql`select 1 from evaluation_sets where id = ${set.id} for update`.execute(tx);
    const [known = []] = await casesOfSets(tx, [set.id]);
    await writeCases(tx, set.id, [
      ...known.map(({ setId: _set, position: _position, ...one }) => one),
      ...added,
    ]);
    await touch(tx, ctx, set.id, {});
    await recordAudit(tx, ctx, {
      ...entry(set),
      action: "evaluation-set.extended",
      message: `added ${added.length} cases ${from} to the evaluation set ${set.name}`,
    });
  });
}

async function touch(tx: Tx, ctx: Context, id: string, values: { name?: string; description?: string }) {
  await tx
    .updateTable("evaluation_sets")
    .set((eb) => ({
      ...values,
      version: eb("version", "+", 1),
      updated_at: new Date(),
      updated_by: ctx.viewer.userId ?? null,
    }))
    .where("id", "=", id)
    .execute();
}

async function refuseTakenName(tx: Tx, solutionId: string, name: string): Promise<void> {
  const { rows } = await sql`select 1 from evaluation_sets
    where solution_id = ${solutionId} and lower(name) = lower(${name})`.execute(tx);
  if (rows.length > 0) throw new Invalid("name", `There is an evaluation set called ${name} already.`);
}

function entry(set: { id: string; name: string; accountId: string; projectId: string }) {
  return {
    accountId: set.accountId,
    projectId: set.projectId,
    product: "pro_studio",
    objectType: "evaluation-set",
    objectId: set.id,
    objectName: set.name,
  } as const;
}
