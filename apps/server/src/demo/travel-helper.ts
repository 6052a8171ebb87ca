// A solution that works without any key: the built-in provider, a few documents, a small flow, an evaluation set,
// a published version and a draft.
import { writeCases } from "#domains/evaluations";
import { insertFile } from "#domains/files";
import { passagesOf, storeChunks } from "#domains/knowledge";
import { insertCredential, listProviders } from "#domains/llm";
import { saveNodes } from "#domains/pro-studio";
import {
  agentHash,
  agentOfVersion,
  emptyValues,
  findSolutionVersion,
  insertVersionOf,
  publishChecks,
  publishVersion,
  type VersionValues,
} from "#domains/solutions";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { addJob } from "#platform/jobs.ts";
import type { Services } from "../context.ts";
import { documents, questions } from "./travel-documents.ts";
import { travelFlow } from "./travel-flow.ts";

interface Place {
  readonly projectId: string;
  readonly accountId: string;
  readonly settingId: string;
}

export async function seedTravelHelper(tx: Tx, services: Services): Promise<void> {
  const place = await tx
    .selectFrom("projects as p")
    .innerJoin("project_pro_studio_settings as s", "s.project_id", "p.id")
    .select(["p.id as projectId", "p.account_id as accountId", "s.id as settingId"])
    .where("p.name", "=", "Help centre")
    .executeTakeFirst();
  const provider = (await listProviders(tx)).find((it) => it.kind === "parley-passages");
  if (!place || !provider) return;
  const llmCredentialId = await insertCredential(tx, services, {
    ...place,
    llmProviderId: provider.id,
    name: "Built-in, no key needed",
    model: "passages",
  });
  const fileIds: string[] = [];
  for (const [name, text] of Object.entries(documents))
    fileIds.push(await addDocument(tx, services, place, name, text));
  const solutionId = newId();
  await tx
    .insertInto("solutions")
    .values({
      id: solutionId,
      project_id: place.projectId,
      project_pro_studio_setting_id: place.settingId,
      name: "Travel helper",
      settings: JSON.stringify({ language: "en" }),
    })
    .execute();
  const versionId = await insertVersionOf(tx, solutionId, travelValues(llmCredentialId, fileIds), {
    userId: undefined,
  });
  const edits = travelFlow(versionId).map((node) => ({
    node,
    baseRevision: undefined,
    lastModified: undefined,
  }));
  await saveNodes(tx, versionId, edits, { userId: undefined, clientId: undefined });
  await startEvaluation(tx, place, solutionId, versionId);
  await publishToSandbox(tx, services, versionId);
  await insertVersionOf(
    tx,
    solutionId,
    {
      ...travelValues(llmCredentialId, fileIds),
      tone: "Warm and short. Never more than three sentences.",
      note: "Shorter answers",
    },
    { basedOn: versionId, userId: undefined },
  );
}

function travelValues(llmCredentialId: string, fileIds: readonly string[]): VersionValues {
  return {
    ...emptyValues,
    brandName: "Northwind Airlines",
    supervisorName: "Nora",
    tone: "Friendly, clear and to the point.",
    knowledgeAgentContext: "The files hold the rules for baggage, changes, refunds, pets and check-in.",
    otherInformation: "Passenger care is reached around the clock.",
    fallbackMessage: "I could not find that in our travel information. Shall I connect you with a person?",
    llmCredentialId,
    fileIds,
    maxOutputTokens: 600,
    temperature: 0.3,
    tasks: [
      {
        id: "rebook",
        name: "Change a booking",
        description: "Explains what changing a booking costs in each fare and how to do it.",
      },
      {
        id: "refund",
        name: "Refund",
        description: "Finds out which fare was booked and explains what is refunded and when.",
      },
    ],
    note: "First version",
  };
}

async function addDocument(
  tx: Tx,
  services: Services,
  place: Place,
  name: string,
  text: string,
): Promise<string> {
  const stored = await services.files.put(Buffer.from(text), { maxBytes: 1_000_000 });
  const file = { ...stored, originalName: name };
  const id = await insertFile(tx, file, { accountId: place.accountId, userId: undefined });
  await tx.updateTable("files").set({ is_private: true }).where("id", "=", id).execute();
  await tx.insertInto("knowledge_files").values({ file_id: id, project_id: place.projectId }).execute();
  const passages = await passagesOf(services, file);
  if (!("code" in passages)) await storeChunks(tx, { id, projectId: place.projectId }, passages);
  return id;
}

async function startEvaluation(tx: Tx, place: Place, solutionId: string, versionId: string): Promise<void> {
  const setId = newId();
  const runId = newId();
  await tx
    .insertInto("evaluation_sets")
    .values({
      id: setId,
      solution_id: solutionId,
      name: "Frequent questions",
      description: "What travellers ask most, with what the answer must hold",
    })
    .execute();
  await writeCases(
    tx,
    setId,
    questions.map((question) => ({ ...question, id: newId(), source: "HAND" })),
  );
  const version = await findSolutionVersion(tx, versionId);
  if (!version) return;
  const jobId = await addJob(tx, {
    kind: "run-evaluation",
    accountId: place.accountId,
    projectId: place.projectId,
    objectId: setId,
    payload: { runId },
  });
  await tx
    .insertInto("evaluation_runs")
    .values({
      id: runId,
      set_id: setId,
      solution_version_id: versionId,
      content_hash: agentHash(agentOfVersion(version, { language: "en" })),
      job_id: jobId,
      total: questions.length,
    })
    .execute();
}

async function publishToSandbox(tx: Tx, services: Services, versionId: string): Promise<void> {
  const version = await findSolutionVersion(tx, versionId);
  if (!version) return;
  await publishVersion(
    tx,
    { viewer: { userId: undefined }, scripts: services.scripts },
    {
      version,
      environment: "Sandbox",
      checks: await publishChecks(tx, version, "Sandbox"),
      isForced: false,
      note: "For everybody to try",
    },
  );
}
