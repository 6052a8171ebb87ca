// What tests of solutions start from: a project with its Pro Studio setting and a builder, and a way to ask.
import { anAccount, aProject, aUser } from "#testing/builders.ts";
import type { TestServer } from "#testing/server.ts";

export const providers = {
  passages: "01900000-0000-7000-8000-000000000601",
  openaiCompatible: "01900000-0000-7000-8000-000000000606",
} as const;

export interface Studio {
  readonly accountId: string;
  readonly projectId: string;
  readonly settingId: string;
  readonly builderId: string;
  readonly adminId: string;
  /** Fails with the first error's sentence. */
  run<T>(source: string, variables?: Record<string, unknown>, userId?: string): Promise<T>;
}

export async function aStudio(server: TestServer): Promise<Studio> {
  const accountId = await anAccount(server);
  const projectId = await aProject(server, { accountId });
  const adminId = await aUser(server, {
    accountId,
    roleKeys: ["pro_studio_admin"],
    firstName: "Ada",
    lastName: "Lane",
  });
  const builderId = await aUser(server, {
    accountId,
    roleKeys: ["pro_studio_builder"],
    firstName: "Ben",
    lastName: "Roe",
  });
  const setting = await server.db
    .selectFrom("project_pro_studio_settings")
    .select("id")
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return {
    accountId,
    projectId,
    settingId: setting.id,
    builderId,
    adminId,
    async run<T>(source: string, variables = {}, userId = adminId) {
      const answer = await server.graphql<T>(source, variables, { userId });
      if (answer.errors[0]) throw new Error(answer.errors[0].message);
      return answer.data;
    },
  };
}

export async function aCredential(studio: Studio, credential: Record<string, unknown> = {}): Promise<string> {
  const made = await studio.run<{ createCredential: { id: string } }>(
    `mutation CreateCredential($projectId: ID!, $credential: LLMCredentialInput!) {
      createCredential(projectId: $projectId, credential: $credential) { id } }`,
    {
      projectId: studio.projectId,
      credential: { name: `Credential ${++count}`, llmProviderId: providers.passages, ...credential },
    },
  );
  return made.createCredential.id;
}

export async function aSolution(
  studio: Studio,
  version: Record<string, unknown> = {},
): Promise<{ id: string; versionId: string }> {
  const made = await studio.run<{ createSolution: { id: string; solutionVersions: { id: string }[] } }>(
    `mutation CreateSolution($setting: ID!, $solution: SolutionInput!, $version: SolutionVersionInput!) {
      createSolution(projectProStudioSettingId: $setting, solution: $solution, version: $version) {
        id solutionVersions { id } } }`,
    { setting: studio.settingId, solution: { name: `Solution ${++count}` }, version },
  );
  const { id, solutionVersions } = made.createSolution;
  return { id, versionId: solutionVersions[0]?.id ?? "" };
}

let count = 0;

/** A file of the project with this text, indexed; as an upload would leave it. */
export async function aKnowledgeFile(
  server: TestServer,
  studio: Studio,
  name: string,
  content: string | Buffer,
): Promise<string> {
  const form = new FormData();
  form.set(
    "operations",
    JSON.stringify({
      query: `mutation UploadKnowledgeFile($projectId: ID!, $file: Upload!) {
        uploadKnowledgeFile(projectId: $projectId, file: $file) { id } }`,
      variables: { projectId: studio.projectId, file: null },
    }),
  );
  form.set("map", JSON.stringify({ 0: ["variables.file"] }));
  form.set("0", new Blob([typeof content === "string" ? content : new Uint8Array(content)]), name);
  const uploaded = await upload(server, studio.adminId, form);
  const id = uploaded.data?.["uploadKnowledgeFile"]?.id;
  if (!id) throw new Error(uploaded.errors?.[0]?.message ?? "no file");
  for (let tries = 0; tries < 200; tries += 1) {
    const row = await server.db
      .selectFrom("knowledge_files")
      .select("status")
      .where("file_id", "=", id)
      .executeTakeFirst();
    if (row?.status === "INDEXED" || row?.status === "FAILED") return id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${name} was not indexed in time`);
}

interface Uploaded {
  readonly data?: Record<string, { id: string } | undefined> | null;
  readonly errors?: { message: string }[];
}

export async function upload(server: TestServer, userId: string, form: FormData): Promise<Uploaded> {
  const token = "a".repeat(32);
  const response = await fetch(`${server.urls.api}/v1/graphql`, {
    method: "POST",
    headers: { cookie: `${await server.signIn(userId)}; XSRF-TOKEN=${token}`, "x-xsrf-token": token },
    body: form,
  });
  return (await response.json()) as Uploaded;
}
