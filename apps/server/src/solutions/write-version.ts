// Writing versions. Each field remembers when it was last changed and by whom, so that two people who edit
// different fields both keep their work, and two who edit the same field are told (decision 055).
import { sql } from "kysely";
import { copyNodes } from "#domains/pro-studio";
import type { Tx } from "#platform/database.ts";
import { Conflict } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import { changedFields } from "#platform/versions.ts";
import { findSolutionVersion, type VersionRow } from "./queries.ts";
import { type EditableField, editableFields, type VersionValues } from "./version-input.ts";

export async function insertVersionOf(
  tx: Tx,
  solutionId: string,
  values: VersionValues,
  options: { basedOn?: string | undefined; userId: string | undefined },
): Promise<string> {
  const id = newId();
  // Numbers are given one at a time per solution.
  await sql`select 1 from solutions where id = ${solutionId} for no key update`.execute(tx);
  const last = await tx
    .selectFrom("solution_versions")
    .select((eb) => eb.fn.max("number").as("number"))
    .where("solution_id", "=", solutionId)
    .executeTakeFirst();
  await tx
    .insertInto("solution_versions")
    .values({
      id,
      solution_id: solutionId,
      number: (last?.number ?? 0) + 1,
      based_on: options.basedOn ?? null,
      created_by: options.userId ?? null,
      updated_by: options.userId ?? null,
      ...columnsOf(values),
    })
    .execute();
  await writeFileIds(tx, id, values.fileIds);
  if (options.basedOn) await copyNodes(tx, options.basedOn, id, options.userId);
  await publish(tx, "solution", { solutionId });
  return id;
}

/** Answers the fields that really changed. */
export async function updateVersionRow(
  tx: Tx,
  id: string,
  makeValues: (stored: VersionRow) => Promise<VersionValues>,
  options: { version: number | undefined; userId: string | undefined },
): Promise<{ before: VersionRow; changed: Partial<VersionValues> }> {
  await sql`select 1 from solution_versions where id = ${id} for no key update`.execute(tx);
  const before = await findSolutionVersion(tx, id);
  if (!before) throw new Conflict("The version was deleted in the meantime.");
  if (before.publishedAt) {
    throw new Conflict(
      `Version ${before.number} was published and no longer changes. Create a new version based on it.`,
    );
  }
  const values = await makeValues(before);
  const changed = changedFields(valuesOf(before), values);
  const fields = editableFields.filter((field) => field in changed);
  refuseClash(before, fields, options.version);
  if (fields.length === 0) return { before, changed };
  const version = before.version + 1;
  const who = await nameOf(tx, options.userId);
  const when = new Date().toISOString();
  const fieldVersions = Object.fromEntries(fields.map((field) => [field, { version, who, when }]));
  await tx
    .updateTable("solution_versions")
    .set({
      ...columnsOf(values),
      field_versions: sql`field_versions || ${JSON.stringify(fieldVersions)}::jsonb`,
      version,
      updated_at: new Date(),
      updated_by: options.userId ?? null,
    })
    .where("id", "=", id)
    .execute();
  if (fields.includes("fileIds")) await writeFileIds(tx, id, values.fileIds);
  await publish(tx, "solution-version", { solutionVersionId: id });
  return { before, changed };
}

export function valuesOf(version: VersionValues): VersionValues {
  const { brandName, supervisorName, tone, knowledgeAgentContext, otherInformation, fallbackMessage } =
    version;
  const { llmCredentialId, maxOutputTokens, temperature, topK, topP, tasks, tools, fileIds, note } = version;
  return {
    brandName,
    supervisorName,
    tone,
    knowledgeAgentContext,
    otherInformation,
    fallbackMessage,
    llmCredentialId,
    maxOutputTokens,
    temperature,
    topK,
    topP,
    tasks,
    tools,
    fileIds,
    note,
  };
}

function refuseClash(
  stored: VersionRow,
  fields: readonly EditableField[],
  version: number | undefined,
): void {
  if (version === undefined || version === stored.version) return;
  const clashing = fields.filter((field) => (stored.fieldVersions[field]?.version ?? 0) > version);
  const first = stored.fieldVersions[clashing[0] ?? ""];
  if (!first) return;
  throw new Conflict(
    `${first.who} changed ${clashing.join(", ")} after you opened this version. Nothing was saved; compare both and save again.`,
    {
      fields: clashing,
      who: first.who,
      when: first.when,
      version: stored.version,
      current: Object.fromEntries(clashing.map((field) => [field, stored[field]])),
    },
  );
}

function columnsOf(values: VersionValues) {
  return {
    brand_name: values.brandName,
    supervisor_name: values.supervisorName,
    tone: values.tone,
    knowledge_agent_context: values.knowledgeAgentContext,
    other_information: values.otherInformation,
    fallback_message: values.fallbackMessage,
    llm_credential_id: values.llmCredentialId,
    max_output_tokens: values.maxOutputTokens,
    temperature: values.temperature,
    top_k: values.topK,
    top_p: values.topP,
    tasks: JSON.stringify(values.tasks),
    tools: JSON.stringify(values.tools),
    note: values.note,
  };
}

async function writeFileIds(tx: Tx, versionId: string, fileIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("solution_version_files").where("solution_version_id", "=", versionId).execute();
  if (fileIds.length === 0) return;
  await tx
    .insertInto("solution_version_files")
    .values(fileIds.map((file_id, position) => ({ solution_version_id: versionId, file_id, position })))
    .execute();
}

async function nameOf(tx: Tx, userId: string | undefined): Promise<string> {
  const user = userId
    ? await tx
        .selectFrom("users")
        .select(["first_name", "last_name"])
        .where("id", "=", userId)
        .executeTakeFirst()
    : undefined;
  return user ? `${user.first_name} ${user.last_name}` : "Someone";
}
