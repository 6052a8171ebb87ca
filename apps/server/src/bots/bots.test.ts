import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, aProject, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
let projectId: string;
let builderId: string;
let adminId: string;
let viewerId: string;
let customerId: string;

beforeAll(async () => {
  server = await startTestServer();
  const accountId = await anAccount(server);
  projectId = await aProject(server, { accountId, timeZone: "Europe/Berlin" });
  builderId = await aUser(server, { accountId, roleKeys: ["pro_studio_builder"] });
  adminId = await aUser(server, { accountId, roleKeys: ["pro_studio_admin"] });
  viewerId = await aUser(server, { accountId, roleKeys: ["pro_studio_viewer"] });
  const created = await run<{ createCustomer: Data<{ id: string }> }>(
    `mutation CreateCustomer($projectId: ID!, $input: CustomerInput!) { createCustomer(projectId: $projectId, customerInput: $input) { data } }`,
    { input: { name: "Acme" } },
  );
  customerId = created.createCustomer.data.id;
});
afterAll(() => server.stop());

interface Data<T> {
  data: T;
}
interface Version {
  id: string;
  number: number;
  isLocked: boolean;
  contentHash: string;
  files: { filePath: string; sha256: string }[];
  validation: { isCurrent: boolean; errors: number };
  training: { isCurrent: boolean; status: string | null };
  environments: string[];
}

async function run<T>(
  source: string,
  variables: Record<string, unknown> = {},
  userId = builderId,
): Promise<T> {
  const answer = await server.graphql<T>(source, { projectId, ...variables }, { userId });
  if (answer.errors[0]) throw new Error(answer.errors[0].message);
  return answer.data;
}

const createBot = `mutation CreateCustomerBot($botName: String!, $botType: String, $customerId: ID!, $projectId: ID!) {
  createCustomerBot(botName: $botName, botType: $botType, customerId: $customerId, projectId: $projectId) { data } }`;
const putFiles = `mutation PutVersionFiles($projectId: ID!, $versionId: ID!, $files: [VersionFileInput!]!) {
  putVersionFiles(projectId: $projectId, versionId: $versionId, files: $files) { data } }`;
const validate = `mutation ValidateVersion($versionId: ID!, $projectId: ID!) { validateVersion(versionId: $versionId, projectId: $projectId) { data messages } }`;
const train = `mutation PutVersionTrain($versionId: ID!, $projectId: ID!) { putVersionTrain(versionId: $versionId, projectId: $projectId) { data } }`;
const deploy = `mutation DeployBotVersion($versionId: ID!, $environment: String!, $doVersionBump: Boolean, $force: Boolean, $projectId: ID!) {
  deployBotVersion(versionId: $versionId, environment: $environment, doVersionBump: $doVersionBump, force: $force, projectId: $projectId) { data messages } }`;
const getVersion = `query GetVersionById($versionId: ID!, $projectId: ID!) { getVersionById(versionId: $versionId, projectId: $projectId) { data } }`;
const createVersion = `mutation CreateBotVersion($botId: ID!, $basedOn: ID, $projectId: ID!) { createBotVersion(botId: $botId, basedOn: $basedOn, projectId: $projectId) { data } }`;

let names = 0;
async function aBot(): Promise<{ id: string; latestVersionId: string }> {
  names += 1;
  const made = await run<{ createCustomerBot: Data<{ id: string; latestVersionId: string }> }>(createBot, {
    botName: `Bot ${names}`,
    customerId,
  });
  return made.createCustomerBot.data;
}

const version = async (versionId: string) =>
  (await run<{ getVersionById: Data<Version> }>(getVersion, { versionId })).getVersionById.data;

const intents = [
  {
    filePath: "intents/greeting.txt",
    content: "hello\nhi there\ngood morning\nhey\ngood evening\nhello bot\n",
  },
  {
    filePath: "intents/refund.txt",
    content:
      "I want my money back\nrefund please\nhow do I get a refund\ngive me a refund\nmoney back for my order\nreturn and refund\n",
  },
];

describe("the life of a bot version", () => {
  it("goes from files to validation, training, deployment and back", async () => {
    const bot = await aBot();
    const first = bot.latestVersionId;
    await run(putFiles, {
      versionId: first,
      files: [
        ...intents,
        {
          filePath: "entities/size.json",
          content: '{"type":"enumeration","values":[{"value":"large","synonyms":["big"]}]}',
        },
      ],
    });

    const early = await server.graphql(
      deploy,
      { versionId: first, environment: "Sandbox", projectId },
      { userId: builderId },
    );
    expect(early.errors[0]?.message).toMatch(/never validated.*never trained/);

    const checked = await run<{ validateVersion: { messages: { severity: string }[] } }>(validate, {
      versionId: first,
    });
    expect(checked.validateVersion.messages.filter((message) => message.severity === "error")).toEqual([]);
    await run(train, { versionId: first });
    await expect.poll(async () => (await version(first)).training.isCurrent, { timeout: 25_000 }).toBe(true);

    const tried = await run<{
      tryUtterance: Data<{ intents: { name: string }[]; entities: { entity: string; value: unknown }[] }>;
    }>(
      `query TryUtterance($versionId: ID!, $projectId: ID!) { tryUtterance(versionId: $versionId, projectId: $projectId, text: "please refund my big order") { data } }`,
      { versionId: first },
    );
    expect(tried.tryUtterance.data.intents[0]?.name).toBe("refund");
    expect(JSON.stringify(tried.tryUtterance.data.entities)).toContain("large");

    await run(deploy, { versionId: first, environment: "Sandbox" });
    expect(await version(first)).toMatchObject({ isLocked: true, environments: ["Sandbox"] });
    await expect(run(putFiles, { versionId: first, files: intents })).rejects.toThrow(
      /deployed and no longer changes/,
    );

    const second = (
      await run<{ createBotVersion: Data<Version> }>(createVersion, { botId: bot.id, basedOn: first })
    ).createBotVersion.data;
    expect([second.number, second.contentHash]).toEqual([2, (await version(first)).contentHash]);
    await run(putFiles, {
      versionId: second.id,
      files: [{ filePath: "intents/bye.txt", content: "bye\ngoodbye\nsee you\nciao\nlater\n" }],
    });
    await run(validate, { versionId: second.id });
    await run(train, { versionId: second.id });
    await expect
      .poll(async () => (await version(second.id)).training.isCurrent, { timeout: 25_000 })
      .toBe(true);
    await run(deploy, { versionId: second.id, environment: "Sandbox" });

    const data = await run<{
      getBotData: {
        environmentBotVersions: Data<
          { environment: string; number: number | null; previousNumber: number | null }[]
        >;
        versions: Data<unknown[]>;
      };
    }>(
      `query GetBotData($botId: ID!, $projectId: ID!) { getBotData(botId: $botId, projectId: $projectId) { versions { data } assets { data } entities { data } intents { data } supervisedLearning { data } environmentBotVersions { data } } }`,
      { botId: bot.id },
    );
    expect(data.getBotData.environmentBotVersions.data).toMatchObject([
      { environment: "Sandbox", number: 2, previousNumber: 1 },
      { environment: "Live", number: null },
    ]);
    await run(deploy, { versionId: first, environment: "Sandbox" });
    expect((await version(first)).environments).toEqual(["Sandbox"]);
  });

  it("validation names file, line and a stable code", async () => {
    const bot = await aBot();
    await run(putFiles, {
      versionId: bot.latestVersionId,
      files: [
        { filePath: "config.json", content: '{\n  "language": "en",\n  "strictness": 7\n}' },
        { filePath: "intents/a.txt", content: "one\ntwo\nsame words\n" },
        { filePath: "intents/b.txt", content: "# comment\nsame words\n" },
        { filePath: "entities/bad.json", content: '{"type":"regex","pattern":"(["}' },
        { filePath: "scripts/broken.js", content: "set('a', 1)\nlet = ;" },
        { filePath: "flow.json", content: '{"nodes":[]}' },
      ],
    });
    const { validateVersion } = await run<{
      validateVersion: { messages: { code: string; file: string; line: number; severity: string }[] };
    }>(validate, { versionId: bot.latestVersionId });
    const found = validateVersion.messages.map((message) => [message.code, message.file, message.line]);
    expect(found).toContainEqual(["config_invalid", "config.json", 3]);
    expect(found).toContainEqual(["utterance_in_two_intents", "intents/b.txt", 2]);
    expect(found).toContainEqual(["intent_few_examples", "intents/a.txt", 1]);
    expect(
      found.some(([code, file]) => file === "entities/bad.json" && String(code).startsWith("entity")),
    ).toBe(true);
    expect(found.some(([, file, line]) => file === "scripts/broken.js" && line === 2)).toBe(true);
    expect(found).toContainEqual(["no_start", "flow.json", 1]);
  });

  it("a builder cannot force what validation refuses, an administrator can", async () => {
    const bot = await aBot();
    const forced = await server.graphql(
      deploy,
      { versionId: bot.latestVersionId, environment: "Live", force: true, projectId },
      { userId: builderId },
    );
    expect(forced.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
    await run(deploy, { versionId: bot.latestVersionId, environment: "Live", force: true }, adminId);
    expect((await version(bot.latestVersionId)).environments).toEqual(["Live"]);
  });
});

describe("bad input", () => {
  it.each([
    "../secrets",
    "/etc/passwd",
    "intents/../../x.txt",
    "scripts/a.sh",
    "other.txt",
    "intents/.txt",
    "scripts/..\\x.js",
  ])("refuses the path %s", async (filePath) => {
    const bot = await aBot();
    await expect(
      run(putFiles, { versionId: bot.latestVersionId, files: [{ filePath, content: "x" }] }),
    ).rejects.toThrow();
    expect((await version(bot.latestVersionId)).files.map((file) => file.filePath)).toEqual(["config.json"]);
  });

  it("refuses an edit based on an older content and names who was faster", async () => {
    const bot = await aBot();
    const versionId = bot.latestVersionId;
    await run(putFiles, { versionId, files: [{ filePath: "intents/a.txt", content: "one\n" }] });
    const sha = (await version(versionId)).files.find((file) => file.filePath === "intents/a.txt")?.sha256;
    await run(putFiles, {
      versionId,
      files: [{ filePath: "intents/a.txt", content: "two\n", basedOnSha256: sha }],
    });
    await expect(
      run(putFiles, {
        versionId,
        files: [{ filePath: "intents/a.txt", content: "three\n", basedOnSha256: sha }],
      }),
    ).rejects.toThrow(/First\d+ Last\d+ changed intents\/a.txt/);
  });

  it("shows a viewer everything and lets them change nothing", async () => {
    const bot = await aBot();
    const seen = await run<{ getVersionById: Data<Version> }>(
      getVersion,
      { versionId: bot.latestVersionId },
      viewerId,
    );
    expect(seen.getVersionById.data.number).toBe(1);
    const refused = await server.graphql(
      putFiles,
      { versionId: bot.latestVersionId, files: intents, projectId },
      { userId: viewerId },
    );
    expect(refused.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
  });

  it("answers a version of another project like one that does not exist", async () => {
    const bot = await aBot();
    const otherAccount = await anAccount(server);
    const otherProject = await aProject(server, { accountId: otherAccount });
    const other = await aUser(server, { accountId: otherAccount, roleKeys: ["organization_admin"] });
    const foreign = await server.graphql(
      getVersion,
      { versionId: bot.latestVersionId, projectId: otherProject },
      { userId: other },
    );
    const missing = await server.graphql(
      getVersion,
      { versionId: "01900000-0000-7000-8000-000000000000", projectId: otherProject },
      { userId: other },
    );
    expect(foreign.errors).toEqual(missing.errors);
  });
});
