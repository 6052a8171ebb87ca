// A project with a customer whose bots tests can make, fill and read.
import { anAccount, aProject, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { upload } from "#testing/studio.ts";

interface Data<T> {
  data: T;
}
export interface TestVersion {
  id: string;
  number: number;
  contentHash: string;
  files: { filePath: string; sha256: string }[];
  training: { isCurrent: boolean; status: string | null; jobId: string | null };
}

export type BotProject = Awaited<ReturnType<typeof aBotProject>>;

export async function aBotProject(options: Parameters<typeof startTestServer>[0] = {}) {
  const running: TestServer = await startTestServer(options);
  const accountId = await anAccount(running);
  const projectId = await aProject(running, { accountId });
  const userId = await aUser(running, { accountId, roleKeys: ["pro_studio_admin"] });

  async function run<T>(source: string, variables: Record<string, unknown> = {}): Promise<T> {
    const answer = await running.graphql<T>(source, { projectId, ...variables }, { userId });
    if (answer.errors[0]) throw new Error(answer.errors[0].message);
    return answer.data;
  }
  const { createCustomer } = await run<{ createCustomer: Data<{ id: string }> }>(
    `mutation CreateCustomer($projectId: ID!, $input: CustomerInput!) { createCustomer(projectId: $projectId, customerInput: $input) { data } }`,
    { input: { name: "Acme" } },
  );
  const customerId = createCustomer.data.id;
  let names = 0;

  async function botData<T>(botId: string, part: string): Promise<T> {
    const { getBotData } = await run<{ getBotData: Record<string, Data<T>> }>(
      `query GetBotData($botId: ID!, $projectId: ID!) { getBotData(botId: $botId, projectId: $projectId) { ${part} { data } } }`,
      { botId },
    );
    const found = getBotData[part];
    if (!found) throw new Error(`the bot has no ${part}`);
    return found.data;
  }

  return {
    server: running,
    accountId,
    projectId,
    customerId,
    userId,
    run,
    async aBot(botType = "FLOW"): Promise<{ id: string; latestVersionId: string }> {
      names += 1;
      const made = await run<{ createCustomerBot: Data<{ id: string; latestVersionId: string }> }>(
        `mutation CreateCustomerBot($botName: String!, $botType: String, $customerId: ID!, $projectId: ID!) {
          createCustomerBot(botName: $botName, botType: $botType, customerId: $customerId, projectId: $projectId) { data } }`,
        { botName: `Bot ${names}`, botType, customerId },
      );
      return made.createCustomerBot.data;
    },
    putFiles: (versionId: string, files: { filePath: string; content: string }[]) =>
      run(
        `mutation PutVersionFiles($projectId: ID!, $versionId: ID!, $files: [VersionFileInput!]!) {
          putVersionFiles(projectId: $projectId, versionId: $versionId, files: $files) { data } }`,
        { versionId, files },
      ),
    async version(versionId: string): Promise<TestVersion> {
      const { getVersionById } = await run<{ getVersionById: Data<TestVersion> }>(
        `query GetVersionById($versionId: ID!, $projectId: ID!) { getVersionById(versionId: $versionId, projectId: $projectId) { data } }`,
        { versionId },
      );
      return getVersionById.data;
    },
    async fileOf(versionId: string, filePath: string): Promise<string> {
      const { getVersionFile } = await run<{ getVersionFile: Data<{ content: string }> }>(
        `query GetVersionFile($filePath: String!, $versionId: ID!, $projectId: ID!) { getVersionFile(filePath: $filePath, versionId: $versionId, projectId: $projectId) { data } }`,
        { versionId, filePath },
      );
      return getVersionFile.data.content;
    },
    versions: (botId: string) => botData<{ id: string; number: number }[]>(botId, "versions"),
    assets: (botId: string) =>
      botData<{ id: string; name: string; usedIn: { number: number }[] }[]>(botId, "assets"),
    async importZip(
      botId: string,
      zip: Buffer,
    ): Promise<{ id?: string | undefined; error?: string | undefined }> {
      const form = new FormData();
      const query = `mutation ImportBotVersion($projectId: ID!, $botId: ID!, $archive: Upload!) {
        importBotVersion(projectId: $projectId, botId: $botId, archive: $archive) { data messages } }`;
      form.set("operations", JSON.stringify({ query, variables: { projectId, botId, archive: null } }));
      form.set("map", JSON.stringify({ 0: ["variables.archive"] }));
      form.set("0", new Blob([new Uint8Array(zip)]), "bot.zip");
      const answer = await upload(running, userId, form);
      const imported = answer.data?.["importBotVersion"] as { data?: { id: string } } | undefined;
      return { id: imported?.data?.id, error: answer.errors?.[0]?.message };
    },
  };
}
