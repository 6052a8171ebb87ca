import type { VersionData } from "@parley/bot-data";
import { sql } from "kysely";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";

/** Why a version should not go out yet; empty when nothing speaks against it. */
export function deployProblems(version: VersionData, hasIntents: boolean): string[] {
  const { validation, training } = version;
  return [
    ...(!validation.at ? ["The version was never validated."] : []),
    ...(validation.at && !validation.isCurrent ? ["The version changed since it was validated."] : []),
    ...(validation.isCurrent && validation.errors > 0
      ? [`Validation found ${validation.errors} errors.`]
      : []),
    ...(hasIntents && !training.at ? ["The version was never trained."] : []),
    ...(hasIntents && training.at && !training.isCurrent
      ? ["The version changed since it was trained."]
      : []),
  ];
}

/** From now on new conversations get this version; running ones keep theirs. Locks the version's files. */
export async function deployVersion(
  tx: Tx,
  deployment: {
    botId: string;
    versionId: string;
    environment: string;
    isForced: boolean;
    userId: string | undefined;
  },
): Promise<void> {
  const { botId, versionId, environment } = deployment;
  await sql`select 1 from bots where id = ${botId} for no key update`.execute(tx);
  await tx
    .updateTable("bot_deployments")
    .set({ is_current: false })
    .where("bot_id", "=", botId)
    .where("environment", "=", environment)
    .where("is_current", "=", true)
    .execute();
  await tx
    .insertInto("bot_deployments")
    .values({
      id: newId(),
      bot_id: botId,
      environment,
      version_id: versionId,
      is_forced: deployment.isForced,
      deployed_by: deployment.userId ?? null,
    })
    .execute();
  await sql`update bot_versions set locked_at = coalesce(locked_at, now()) where id = ${versionId}`.execute(
    tx,
  );
  await publish(tx, "bot-deployed", { botId, versionId, environment });
}
