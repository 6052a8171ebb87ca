// Publishing: compile, validate, deploy, record. Rolling back deploys what answered before.
import { validateVersionFiles, deployVersion, readFiles } from "#domains/bots";
import { recordSync, recordValidation } from "#domains/pro-studio";
import type { Tx } from "#platform/database.ts";
import { Conflict } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { publish as tell } from "#platform/live.ts";
import type { Services } from "../context.ts";
import { compileSolutionVersion } from "./compile.ts";
import type { VersionRow } from "./queries.ts";
import type { EnvironmentName, PublishCheckResult, ReleaseRow } from "./release-queries.ts";

export interface PublishContext extends Pick<Services, "scripts"> {
  readonly viewer: { readonly userId: string | undefined };
}

export async function publishVersion(
  tx: Tx,
  ctx: PublishContext,
  release: {
    version: VersionRow;
    environment: EnvironmentName;
    checks: readonly PublishCheckResult[];
    isForced: boolean;
    note: string;
  },
): Promise<string> {
  const { version, environment, isForced } = release;
  const compiled = await compileSolutionVersion(tx, ctx, version.id);
  const place = { solutionVersionId: version.id, settingId: version.settingId };
  const at = new Date();
  await recordSync(tx, place, { at, hash: compiled.hash, errors: [] });
  await recordValidation(tx, place, { at, hash: compiled.hash, messages: compiled.messages });
  await validateBotVersion(tx, ctx, compiled.botVersionId, compiled.botId, isForced);
  await deployVersion(tx, {
    botId: compiled.botId,
    versionId: compiled.botVersionId,
    environment,
    isForced,
    userId: ctx.viewer.userId,
  });
  await tx
    .updateTable("solution_versions")
    .set((eb) => ({ published_at: eb.fn.coalesce("published_at", eb.val(new Date())) }))
    .where("id", "=", version.id)
    .execute();
  const id = await insertRelease(tx, {
    solutionId: version.solutionId,
    solutionVersionId: version.id,
    botVersionId: compiled.botVersionId,
    environment,
    checks: release.checks,
    isForced,
    isRollback: false,
    note: release.note,
    userId: ctx.viewer.userId,
  });
  await confirmRelease(tx, id, version, environment);
  return id;
}

/** What publishing means for everybody else: the release is marked, and those who listen are told. */
export async function confirmRelease(
  tx: Tx,
  releaseId: string,
  version: Pick<VersionRow, "id" | "solutionId" | "projectId">,
  environment: EnvironmentName,
): Promise<void> {
  await tx
    .updateTable("solution_releases")
    .set((eb) => ({ confirmed_at: eb.fn.coalesce("confirmed_at", eb.val(new Date())) }))
    .where("id", "=", releaseId)
    .execute();
  await tell(tx, "solution-published", {
    solutionId: version.solutionId,
    solutionVersionId: version.id,
    projectId: version.projectId,
    environment,
  });
  await tell(tx, "solution-version", { solutionVersionId: version.id });
}

export async function rollBack(
  tx: Tx,
  ctx: PublishContext,
  target: ReleaseRow,
  version: VersionRow,
  botId: string,
): Promise<string> {
  await deployVersion(tx, {
    botId,
    versionId: target.botVersionId,
    environment: target.environment,
    isForced: false,
    userId: ctx.viewer.userId,
  });
  const id = await insertRelease(tx, {
    solutionId: target.solutionId,
    solutionVersionId: target.solutionVersionId,
    botVersionId: target.botVersionId,
    environment: target.environment,
    checks: target.checks,
    isForced: false,
    isRollback: true,
    note: `Rolled back to version ${target.number}`,
    userId: ctx.viewer.userId,
  });
  await confirmRelease(tx, id, version, target.environment);
  return id;
}

export async function insertRelease(
  tx: Tx,
  release: {
    solutionId: string;
    solutionVersionId: string;
    botVersionId: string;
    environment: EnvironmentName;
    checks: readonly PublishCheckResult[];
    isForced: boolean;
    isRollback: boolean;
    note: string;
    userId: string | undefined;
  },
): Promise<string> {
  const id = newId();
  await tx
    .updateTable("solution_releases")
    .set({ is_current: false })
    .where("solution_id", "=", release.solutionId)
    .where("environment", "=", release.environment)
    .where("is_current", "=", true)
    .execute();
  await tx
    .insertInto("solution_releases")
    .values({
      id,
      solution_id: release.solutionId,
      solution_version_id: release.solutionVersionId,
      bot_version_id: release.botVersionId,
      environment: release.environment,
      checks: JSON.stringify(release.checks),
      is_forced: release.isForced,
      is_rollback: release.isRollback,
      note: release.note,
      published_by: release.userId ?? null,
    })
    .execute();
  return id;
}

async function validateBotVersion(
  tx: Tx,
  ctx: PublishContext,
  botVersionId: string,
  botId: string,
  isForced: boolean,
): Promise<void> {
  const assets = await tx.selectFrom("bot_assets").select("id").where("bot_id", "=", botId).execute();
  const messages = await validateVersionFiles({
    files: await readFiles(tx, botVersionId),
    assetIds: assets.map((asset) => asset.id),
    checkScript: (code) => ctx.scripts.checkScript(code),
  });
  const errors = messages.filter((message) => message.severity === "error");
  if (errors.length > 0 && !isForced) {
    throw new Conflict(
      `Validation found ${errors.length === 1 ? "an error" : `${errors.length} errors`}: ${errors[0]?.message}`,
      { messages },
    );
  }
  await tx
    .updateTable("bot_versions")
    .set((eb) => ({
      validated_hash: eb.ref("content_hash"),
      validated_at: new Date(),
      validation_messages: JSON.stringify(messages),
    }))
    .where("id", "=", botVersionId)
    .execute();
}
