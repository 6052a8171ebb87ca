import { hash } from "@parley/flow";
import { can } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { deployedVersionId } from "#domains/bots";
import { readFlow, recordSync, recordValidation } from "#domains/pro-studio";
import type { Resolvers, SolutionEnvironmentsEnum } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Forbidden, Invalid } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { optionalText } from "#platform/input.ts";
import { publish as tell } from "#platform/live.ts";
import type { Context } from "../context.ts";
import { publishChecks, testModelOf } from "./checks.ts";
import { compileSolutionVersion, flowMessages } from "./compile.ts";
import { defaultFlow } from "./default-flow.ts";
import { solutionEntry, solutionFor, versionEntry, versionFor } from "./find.ts";
import { confirmRelease, insertRelease, publishVersion, rollBack } from "./publish.ts";
import { findSolution, findSolutionVersion } from "./queries.ts";
import {
  currentRelease,
  type EnvironmentName,
  listGates,
  listReleases,
  openGate,
  previousRelease,
} from "./release-queries.ts";

type Queries = NonNullable<Resolvers["Query"]>;
type Mutations = NonNullable<Resolvers["Mutation"]>;

const names: Readonly<Record<SolutionEnvironmentsEnum, EnvironmentName>> = {
  SANDBOX: "Sandbox",
  LIVE: "Live",
};
export const environmentEnum = (name: string): SolutionEnvironmentsEnum =>
  name === "Live" ? "LIVE" : "SANDBOX";

export const publishQueries = {
  async publishPreview(_, { solutionVersionId, environment }, ctx) {
    const version = await versionFor(ctx, "solution.read", solutionVersionId);
    const checks = await publishChecks(ctx.db, version, names[environment]);
    return {
      solutionVersionId,
      environment,
      checks,
      canPublish: checks.every((check) => check.passed || !check.required),
      current: (await currentRelease(ctx.db, version.solutionId, names[environment])) ?? null,
    };
  },
  async solutionReleases(_, { solutionId, environment }, ctx) {
    await solutionFor(ctx, "solution.read", solutionId);
    return listReleases(ctx.db, solutionId, environment ? names[environment] : undefined);
  },
  async publishGates(_, { solutionId }, ctx) {
    await solutionFor(ctx, "solution.read", solutionId);
    return (await listGates(ctx.db, solutionId)).map(toGate);
  },
} satisfies Queries;

export const publishMutations = {
  async publishSolutionVersion(_, { solutionVersionId, environment, note, force }, ctx) {
    const version = await versionFor(ctx, "solution.publish", solutionVersionId);
    const name = names[environment];
    const isForced = force === true;
    if (isForced && !(await can(ctx.viewer, "bot.force-deploy", { projectId: version.projectId })))
      throw new Forbidden();
    const checks = await publishChecks(ctx.db, version, name, await testModelOf(ctx, version));
    const failed = checks.filter((check) => check.required && !check.passed);
    if (failed.length > 0 && !isForced) {
      throw new Conflict(
        `Version ${version.number} is not ready for ${name}. ${failed.map((check) => check.message).join(" ")}`,
        { checks },
      );
    }
    const before = await currentRelease(ctx.db, version.solutionId, name);
    const id = await change(ctx, async (tx) => {
      const releaseId = await publishVersion(tx, ctx, {
        version,
        environment: name,
        checks,
        isForced,
        note: optionalText("note", note ?? "", 2_000),
      });
      await recordAudit(tx, ctx, {
        ...versionEntry(version),
        action: "solution.published",
        message: `published ${version.solutionName} version ${version.number} to ${name}${isForced && failed.length > 0 ? ", against the checks" : ""}`,
        before: { version: before?.number ?? null },
        after: { version: version.number, environment: name, checks },
      });
      return releaseId;
    });
    return releaseOf(ctx, version.solutionId, id);
  },
  async afterSolutionVersionPublish(_, { solutionVersionId, environment }, ctx) {
    const version = await versionFor(ctx, "solution.publish", solutionVersionId);
    const name = names[environment];
    const solution = await findSolution(ctx.db, version.solutionId);
    const deployed = solution?.botSolutionId
      ? await deployedVersionId(ctx.db, solution.botSolutionId, name)
      : undefined;
    if (!deployed || deployed !== version.botSolutionVersionId) {
      throw new Conflict(`Version ${version.number} does not answer in ${name}. Publish it there first.`);
    }
    const id = await change(ctx, async (tx) => {
      const current = await currentRelease(tx, version.solutionId, name);
      // A bot version that was deployed by hand has no release yet.
      const releaseId =
        current?.solutionVersionId === version.id
          ? current.id
          : await insertRelease(tx, {
              solutionId: version.solutionId,
              solutionVersionId: version.id,
              botVersionId: deployed,
              environment: name,
              checks: await publishChecks(tx, version, name),
              isForced: false,
              isRollback: false,
              note: "",
              userId: ctx.viewer.userId,
            });
      await tx
        .updateTable("solution_versions")
        .set((eb) => ({ published_at: eb.fn.coalesce("published_at", eb.val(new Date())) }))
        .where("id", "=", version.id)
        .execute();
      await confirmRelease(tx, releaseId, version, name);
      await recordAudit(tx, ctx, {
        ...versionEntry(version),
        action: "solution.publish-confirmed",
        message: `confirmed that ${version.solutionName} version ${version.number} answers in ${name}`,
      });
      return releaseId;
    });
    return releaseOf(ctx, version.solutionId, id);
  },
  async rollBackSolution(_, { solutionId, environment }, ctx) {
    const solution = await solutionFor(ctx, "solution.publish", solutionId);
    const name = names[environment];
    const target = await previousRelease(ctx.db, solutionId, name);
    const version = target && (await findSolutionVersion(ctx.db, target.solutionVersionId));
    if (!target || !version || !solution.botSolutionId)
      throw new Conflict(`Nothing answered in ${name} before; there is nothing to roll back to.`);
    const botId = solution.botSolutionId;
    const id = await change(ctx, async (tx) => {
      const releaseId = await rollBack(tx, ctx, target, version, botId);
      await recordAudit(tx, ctx, {
        ...solutionEntry(solution),
        action: "solution.rolled-back",
        message: `rolled ${solution.name} back to version ${target.number} in ${name}`,
      });
      return releaseId;
    });
    return releaseOf(ctx, solutionId, id);
  },
  async setPublishGate(_, { solutionId, gate }, ctx) {
    const solution = await solutionFor(ctx, "solution.publish", solutionId);
    const name = names[gate.environment];
    const before =
      (await listGates(ctx.db, solutionId)).find((it) => it.environment === name) ?? openGate(name);
    const setId = gate.evaluationSetId === undefined ? before.evaluationSetId : gate.evaluationSetId;
    if (setId !== null) {
      const set = isId(setId)
        ? await ctx.db
            .selectFrom("evaluation_sets")
            .select("solution_id")
            .where("id", "=", setId)
            .executeTakeFirst()
        : undefined;
      if (set?.solution_id !== solutionId)
        throw new Invalid("evaluationSetId", "There is no such evaluation set in this solution.");
    }
    const share = gate.minPassShare ?? before.minPassShare;
    if (!(share > 0 && share <= 1)) throw new Invalid("minPassShare", "Use a share above 0 and at most 1.");
    const values = {
      requires_validation: gate.requiresValidation ?? before.requiresValidation,
      requires_credential_test: gate.requiresCredentialTest ?? before.requiresCredentialTest,
      evaluation_set_id: setId,
      min_pass_share: share,
      updated_at: new Date(),
      updated_by: ctx.viewer.userId ?? null,
    };
    await change(ctx, async (tx) => {
      await tx
        .insertInto("publish_gates")
        .values({ solution_id: solutionId, environment: name, ...values })
        .onConflict((conflict) => conflict.columns(["solution_id", "environment"]).doUpdateSet(values))
        .execute();
      await tell(tx, "solution", { solutionId });
      await recordAudit(tx, ctx, {
        ...solutionEntry(solution),
        action: "publish-gate.set",
        message: `changed what ${solution.name} needs before it goes to ${name}`,
        before: { ...before },
        after: { ...gate },
      });
    });
    const after =
      (await listGates(ctx.db, solutionId)).find((it) => it.environment === name) ?? openGate(name);
    return toGate(after);
  },
  async syncProStudioVersion(_, { solutionVersionId }, ctx) {
    const version = await versionFor(ctx, "solution.edit", solutionVersionId);
    return change(ctx, async (tx) => {
      const compiled = await compileSolutionVersion(tx, ctx, solutionVersionId);
      const record = await recordSync(
        tx,
        { solutionVersionId, settingId: version.settingId },
        { at: new Date(), hash: compiled.hash, errors: [] },
      );
      await recordAudit(tx, ctx, {
        ...versionEntry(version),
        action: "pro-studio.synced",
        message: `synced the flow of ${version.solutionName} version ${version.number}`,
      });
      const { botVersionId, messages } = compiled;
      return { ok: true, hash: compiled.hash, messages, botVersionId, record };
    });
  },
  async validateProStudioVersion(_, { solutionVersionId }, ctx) {
    const version = await versionFor(ctx, "solution.edit", solutionVersionId);
    const solution = await findSolution(ctx.db, version.solutionId);
    return change(ctx, async (tx) => {
      const drawn = await readFlow(tx, solutionVersionId);
      const flow = drawn.nodes.length > 0 ? drawn : defaultFlow(version);
      const messages = await flowMessages(
        tx,
        flow,
        version,
        version.botSolutionVersionId,
        solution?.botSolutionId ?? null,
      );
      const record = await recordValidation(
        tx,
        { solutionVersionId, settingId: version.settingId },
        { at: new Date(), hash: hash(drawn), messages },
      );
      await recordAudit(tx, ctx, {
        ...versionEntry(version),
        action: "pro-studio.validated",
        message: `validated the flow of ${version.solutionName} version ${version.number}: ${messages.length} findings`,
      });
      const ok = !messages.some((message) => message.startsWith("error "));
      return { ok, hash: hash(drawn), messages, botVersionId: version.botSolutionVersionId, record };
    });
  },
} satisfies Mutations;

function toGate(gate: Awaited<ReturnType<typeof listGates>>[number]) {
  return { ...gate, environment: environmentEnum(gate.environment) };
}

async function releaseOf(ctx: Context, solutionId: string, id: string) {
  const release = (await listReleases(ctx.db, solutionId)).find((it) => it.id === id);
  if (!release) throw new Conflict("The release was replaced in the meantime.");
  return release;
}
