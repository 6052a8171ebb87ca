// Writing bot versions: content-addressed files, and a hash over all of them.
import { filePathProblem, filePaths } from "@parley/bot-data";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "#platform/database.ts";
import { Conflict, Invalid } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";

export const maxFileBytes = 8 * 1024 * 1024;
export const maxFiles = 2_000;

export interface FileToWrite {
  readonly filePath: string;
  readonly content: string;
  /** The content the edit is based on, null for a file that must not exist yet, undefined to not care. */
  readonly basedOnSha256?: string | null | undefined;
}

const defaultConfig = `${JSON.stringify({ language: "en", strictness: 0.5 }, null, 2)}\n`;

/** A new version with the files of the one it is based on, or with a bare configuration. */
export async function insertVersion(
  tx: Tx,
  version: {
    botId: string;
    basedOn?: string | undefined;
    label?: string;
    note?: string;
    createdBy?: string | undefined;
  },
): Promise<string> {
  const id = newId();
  // Numbers are given one at a time per bot.
  await sql`select 1 from bots where id = ${version.botId} for no key update`.execute(tx);
  const last = await tx
    .selectFrom("bot_versions")
    .select((eb) => eb.fn.max("number").as("number"))
    .where("bot_id", "=", version.botId)
    .executeTakeFirst();
  await tx
    .insertInto("bot_versions")
    .values({
      id,
      bot_id: version.botId,
      number: (last?.number ?? 0) + 1,
      label: version.label ?? "",
      note: version.note ?? "",
      based_on: version.basedOn ?? null,
      content_hash: "",
      created_by: version.createdBy ?? null,
    })
    .execute();
  if (version.basedOn) {
    await sql`insert into bot_version_files (version_id, file_path, sha256)
      select ${id}::uuid, file_path, sha256 from bot_version_files where version_id = ${version.basedOn}`.execute(
      tx,
    );
    await rehash(tx, id);
    return id;
  }
  await writeFiles(tx, id, [{ filePath: filePaths.config, content: defaultConfig }], version.createdBy);
  return id;
}

export async function writeFiles(
  tx: Tx,
  versionId: string,
  files: readonly FileToWrite[],
  userId: string | undefined,
): Promise<void> {
  await lockDraft(tx, versionId);
  for (const [index, file] of files.entries()) {
    const problem = filePathProblem(file.filePath);
    if (problem) throw new Invalid(`files.${index}.filePath`, `${file.filePath}: ${problem}`);
    const content = Buffer.from(file.content, "utf8");
    if (content.length > maxFileBytes)
      throw new Invalid(`files.${index}.content`, `${file.filePath} is larger than 8 MB.`);
    const sha256 = createHash("sha256").update(content).digest("hex");
    await refuseStaleFile(tx, versionId, file);
    await tx
      .insertInto("bot_file_contents")
      .values({ sha256, content, size: content.length })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .insertInto("bot_version_files")
      .values({ version_id: versionId, file_path: file.filePath, sha256, updated_by: userId ?? null })
      .onConflict((conflict) =>
        conflict
          .columns(["version_id", "file_path"])
          .doUpdateSet({ sha256, updated_at: new Date(), updated_by: userId ?? null }),
      )
      .execute();
  }
  await rehash(tx, versionId);
}

export async function removeFiles(
  tx: Tx,
  versionId: string,
  filePathsToRemove: readonly string[],
): Promise<void> {
  await lockDraft(tx, versionId);
  if (filePathsToRemove.length === 0) return;
  if (filePathsToRemove.includes(filePaths.config))
    throw new Invalid("filePaths", "Every version needs its config.json.");
  await tx
    .deleteFrom("bot_version_files")
    .where("version_id", "=", versionId)
    .where("file_path", "in", [...filePathsToRemove])
    .execute();
  await rehash(tx, versionId);
}

/**
 * The row stays locked until the transaction ends, so that edits of one version take turns. Whoever
 * writes what they read before locks first, or two of them at once would lose one's work.
 */
export async function lockDraft(tx: Tx, versionId: string): Promise<void> {
  const { rows } = await sql<{ locked_at: Date | null }>`
    select locked_at from bot_versions where id = ${versionId} for no key update`.execute(tx);
  if (rows[0]?.locked_at) {
    throw new Conflict(
      "This version has been deployed and no longer changes. Create a new version based on it.",
    );
  }
}

async function refuseStaleFile(tx: Tx, versionId: string, file: FileToWrite): Promise<void> {
  if (file.basedOnSha256 === undefined) return;
  const { rows } = await sql<{ sha256: string; updated_at: Date; who: string | null }>`
    select f.sha256, f.updated_at, u.first_name || ' ' || u.last_name as who
    from bot_version_files f left join users u on u.id = f.updated_by
    where f.version_id = ${versionId} and f.file_path = ${file.filePath}`.execute(tx);
  const current = rows[0];
  if ((current?.sha256 ?? null) === file.basedOnSha256) return;
  const who = current?.who ?? "Someone";
  throw new Conflict(`${who} changed ${file.filePath} after you opened it. Compare both before you save.`, {
    field: file.filePath,
    who,
    when: current?.updated_at.toISOString(),
    sha256: current?.sha256 ?? null,
  });
}

async function rehash(tx: Tx, versionId: string): Promise<void> {
  const { rows } = await sql<{ count: number; bot_id: string }>`
    update bot_versions v set content_hash = (
      select encode(sha256(convert_to(coalesce(string_agg(file_path || ':' || sha256, E'\n' order by file_path), ''), 'UTF8')), 'hex')
      from bot_version_files where version_id = v.id)
    where v.id = ${versionId}
    returning v.bot_id, (select count(*)::int from bot_version_files where version_id = v.id) as count`.execute(
    tx,
  );
  const version = rows[0];
  if (version && version.count > maxFiles)
    throw new Invalid("files", `A version holds at most ${maxFiles} files.`);
  await publish(tx, "bot-version", { versionId, botId: version?.bot_id });
}
