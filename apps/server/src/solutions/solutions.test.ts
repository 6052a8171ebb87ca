import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { startTestingModel } from "#testing/model.ts";
import { aCredential, aKnowledgeFile, aSolution, aStudio, providers, type Studio } from "#testing/studio.ts";

let server: TestServer;
let studio: Studio;

beforeAll(async () => {
  server = await startTestServer();
  studio = await aStudio(server);
});
afterAll(() => server.stop());

const versionFields = `id number botSolutionVersionId brandName files { id originalName url } knowledgeAgentContext
  otherInformation llmCredential { id name } maxOutputTokens temperature topK topP supervisorName tone
  tasks { id name description } note author basedOn isPublished environments version
  completeness { status missing { field message } }`;
const getVersion = `query GetSolutionVersionById($id: ID!) { solutionVersionById(id: $id) { ${versionFields} } }`;
const update = `mutation UpdateSolutionVersion($version: SolutionVersionInput!) {
  updateSolutionVersion(version: $version) { ${versionFields} } }`;

interface Version {
  id: string;
  number: number;
  botSolutionVersionId: string | null;
  brandName: string;
  tone: string;
  version: number;
  temperature: number | null;
  tasks: { id: string; name: string }[];
  files: { id: string; originalName: string; url: string }[];
  author: string | null;
  basedOn: string | null;
  environments: string[];
  isPublished: boolean;
  completeness: { status: string; missing: { field: string }[] };
}

const versionOf = async (id: string) =>
  (await studio.run<{ solutionVersionById: Version }>(getVersion, { id })).solutionVersionById;
const save = async (version: Record<string, unknown>, userId = studio.adminId) =>
  (await studio.run<{ updateSolutionVersion: Version }>(update, { version }, userId)).updateSolutionVersion;

describe("solutions", () => {
  it("are listed by name, read by id and deleted with their versions", async () => {
    const other = await aStudio(server);
    for (const name of ["beta", "Alpha"]) {
      await other.run(
        `mutation CreateSolution($setting: ID!, $name: String!) { createSolution(projectProStudioSettingId: $setting,
          solution: { name: $name }, version: {}) { id } }`,
        { setting: other.settingId, name },
      );
    }
    const list = `query GetSolutions($setting: ID!) { solutions(projectProStudioSettingId: $setting) { botSolutionId id name } }`;
    const { solutions } = await other.run<{ solutions: { id: string; name: string }[] }>(list, {
      setting: other.settingId,
    });
    expect(solutions.map((it) => it.name)).toEqual(["Alpha", "beta"]);
    await other.run(`mutation DeleteSolution($id: ID!) { deleteSolution(solutionId: $id) }`, {
      id: solutions[0]?.id,
    });
    const after = await other.run<{ solutions: unknown[] }>(list, { setting: other.settingId });
    expect(after.solutions).toHaveLength(1);
  });

  it("of another organisation answer like those that do not exist", async () => {
    const { id, versionId } = await aSolution(studio);
    const stranger = await aUser(server, {
      accountId: await anAccount(server),
      roleKeys: ["organization_admin"],
    });
    const missing = await server.graphql(
      getVersion,
      { id: "01900000-0000-7000-8000-00000000dead" },
      { userId: stranger },
    );
    const foreign = await server.graphql(getVersion, { id: versionId }, { userId: stranger });
    expect(foreign.errors[0]?.message).toBe(missing.errors[0]?.message);
    const deleted = await server.graphql(
      `mutation DeleteSolution($id: ID!) { deleteSolution(solutionId: $id) }`,
      { id },
      { userId: stranger },
    );
    expect(deleted.errors[0]?.extensions["code"]).toBe("NOT_FOUND");
    await expect(versionOf(versionId)).resolves.toMatchObject({ id: versionId });
  });

  it("keep every field of a version, with author, number and what is missing", async () => {
    const credentialId = await aCredential(studio);
    const fileId = await aKnowledgeFile(
      server,
      studio,
      "luggage.md",
      "# Luggage\n\nOne bag of 23 kg is included.",
    );
    const { versionId } = await aSolution(studio, { brandName: "Acme" });
    expect((await versionOf(versionId)).completeness).toMatchObject({ status: "INCOMPLETE" });
    const saved = await save({
      id: versionId,
      supervisorName: "Iris",
      tone: "Friendly",
      knowledgeAgentContext: "About travel",
      otherInformation: "Open daily",
      llmCredentialId: credentialId,
      fileIds: [fileId],
      maxOutputTokens: 500,
      temperature: 0.7,
      topK: 40,
      topP: 0.9,
      tasks: [{ name: "Rebook", description: "Changes a booking" }],
      note: "First draft",
    });
    expect(saved).toMatchObject({
      number: 1,
      brandName: "Acme",
      author: "Ada Lane",
      temperature: 0.7,
      topP: 0.9,
      note: "First draft",
      completeness: { status: "COMPLETE", missing: [] },
      tasks: [{ name: "Rebook", description: "Changes a booking" }],
    });
    expect(saved.tasks[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
    const url = saved.files[0]?.url ?? "";
    expect((await fetch(url)).status).toBe(404);
    const own = await fetch(url, { headers: { cookie: await server.signIn(studio.builderId) } });
    expect(await own.text()).toContain("23 kg");
  });

  it("name the field that is wrong", async () => {
    const { versionId } = await aSolution(studio);
    const wrong = async (version: Record<string, unknown>) =>
      (await server.graphql(update, { version: { id: versionId, ...version } }, { userId: studio.adminId }))
        .errors[0]?.extensions["field"];
    expect(await wrong({ temperature: 3 })).toBe("temperature");
    expect(await wrong({ topP: 0 })).toBe("topP");
    expect(
      await wrong({
        tasks: [
          { name: "A", description: "" },
          { name: "a", description: "" },
        ],
      }),
    ).toBe("tasks.1.name");
    expect(await wrong({ llmCredentialId: "01900000-0000-7000-8000-00000000dead" })).toBe("llmCredentialId");
    const foreign = await aCredential(await aStudio(server));
    expect(await wrong({ llmCredentialId: foreign })).toBe("llmCredentialId");
    expect(
      await wrong({ tools: [{ name: "x y", description: "d", parameters: {}, url: "https://a.example" }] }),
    ).toBe("tools.0.name");
  });
});

describe("two editors of one version", () => {
  it("both keep their work in different fields, and are told about the same field", async () => {
    const { versionId } = await aSolution(studio, { brandName: "Acme", tone: "Calm" });
    const opened = await versionOf(versionId);
    await save({ id: versionId, tone: "Warm", version: opened.version }, studio.builderId);
    const merged = await save({ id: versionId, brandName: "Acme Air", version: opened.version });
    expect(merged).toMatchObject({ brandName: "Acme Air", tone: "Warm" });
    const clash = await server.graphql(
      update,
      { version: { id: versionId, tone: "Dry", version: opened.version } },
      { userId: studio.adminId },
    );
    expect(clash.errors[0]?.extensions).toMatchObject({
      code: "CONFLICT",
      fields: ["tone"],
      who: "Ben Roe",
      current: { tone: "Warm" },
    });
    expect((await versionOf(versionId)).tone).toBe("Warm");
    const { data } = await server.graphql<{ solutionVersionById: { fieldChanges: unknown[] } }>(
      `query GetSolutionVersionById($id: ID!) {
        solutionVersionById(id: $id) { fieldChanges { field version who } } }`,
      { id: versionId },
      { userId: studio.adminId },
    );
    expect(data.solutionVersionById.fieldChanges).toEqual(
      expect.arrayContaining([
        { field: "tone", version: opened.version + 1, who: "Ben Roe" },
        expect.objectContaining({ field: "brandName", version: opened.version + 2 }),
      ]),
    );
  });
});

describe("publishing", () => {
  const publish = `mutation PublishSolutionVersion($id: ID!, $environment: SolutionEnvironmentsEnum!, $force: Boolean) {
    publishSolutionVersion(solutionVersionId: $id, environment: $environment, force: $force, note: "Go") {
      id number environment isCurrent checks { name passed required } confirmedAt } }`;

  async function completeVersion() {
    const llmCredentialId = await aCredential(studio);
    const fileId = await aKnowledgeFile(server, studio, "faq.md", "# Hours\n\nWe are open from 9 to 17.");
    return aSolution(studio, {
      brandName: "Acme",
      supervisorName: "Iris",
      llmCredentialId,
      fileIds: [fileId],
    });
  }

  it("compiles into an AGENT bot, deploys it, locks the version and rolls back", async () => {
    const { id, versionId } = await completeVersion();
    const first = await studio.run<{
      publishSolutionVersion: { number: number; confirmedAt: string | null };
    }>(publish, {
      id: versionId,
      environment: "SANDBOX",
    });
    expect(first.publishSolutionVersion).toMatchObject({
      number: 1,
      environment: "SANDBOX",
      isCurrent: true,
    });
    expect(first.publishSolutionVersion.confirmedAt).not.toBeNull();
    const version = await versionOf(versionId);
    expect(version).toMatchObject({ isPublished: true, environments: ["SANDBOX"] });
    const { proStudioVersionData } = await studio.run<{
      proStudioVersionData: { lastServerSyncHash: number | null; lastServerValidationHash: number | null };
    }>(
      `query GetProStudioVersionData($id: ID!) { proStudioVersionData(solutionVersionId: $id) {
        lastServerSyncHash lastServerValidationHash } }`,
      { id: versionId },
    );
    expect(proStudioVersionData.lastServerSyncHash).not.toBeNull();
    expect(proStudioVersionData.lastServerSyncHash).toBe(proStudioVersionData.lastServerValidationHash);
    const bot = await server.db
      .selectFrom("bots as b")
      .innerJoin("solutions as s", "s.bot_id", "b.id")
      .select(["b.type", "b.id"])
      .where("s.id", "=", id)
      .executeTakeFirstOrThrow();
    expect(bot.type).toBe("AGENT");
    await expect(save({ id: versionId, tone: "New" })).rejects.toThrow(/published and no longer changes/);

    const second = (
      await studio.run<{ createSolutionVersion: Version }>(
        `mutation CreateSolutionVersion($solutionId: ID!, $version: SolutionVersionInput!) {
          createSolutionVersion(solutionId: $solutionId, version: $version) { ${versionFields} } }`,
        { solutionId: id, version: { basedOn: versionId, tone: "Warm" } },
      )
    ).createSolutionVersion;
    expect(second).toMatchObject({ number: 2, basedOn: versionId, brandName: "Acme", tone: "Warm" });
    await studio.run(publish, { id: second.id, environment: "SANDBOX" });
    expect((await versionOf(versionId)).environments).toEqual([]);

    const back = await studio.run<{ rollBackSolution: { number: number; isRollback: boolean } }>(
      `mutation RollBackSolution($id: ID!) { rollBackSolution(solutionId: $id, environment: SANDBOX) { number isRollback } }`,
      { id },
    );
    expect(back.rollBackSolution).toEqual({ number: 1, isRollback: true });
    const deployed = await server.db
      .selectFrom("bot_deployments")
      .select("version_id")
      .where("bot_id", "=", bot.id)
      .where("is_current", "=", true)
      .executeTakeFirstOrThrow();
    expect(deployed.version_id).toBe(version.botSolutionVersionId);
    await expect(
      studio.run(
        `mutation RollBackSolution($id: ID!) { rollBackSolution(solutionId: $id, environment: SANDBOX) { id } }`,
        {
          id,
        },
      ),
    ).rejects.toThrow(/nothing to roll back to/);
  });

  it("refuses what is incomplete, and only an administrator may force it", async () => {
    const { versionId } = await aSolution(studio, { brandName: "Acme" });
    const refused = await server.graphql(
      publish,
      { id: versionId, environment: "LIVE" },
      { userId: studio.builderId },
    );
    expect(refused.errors[0]?.message).toMatch(/not ready for Live.*Choose a model/);
    const forced = await server.graphql(
      publish,
      { id: versionId, environment: "LIVE", force: true },
      { userId: studio.builderId },
    );
    expect(forced.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
    await studio.run(publish, { id: versionId, environment: "LIVE", force: true });
    expect((await versionOf(versionId)).environments).toEqual(["LIVE"]);
  });

  it("says how many nodes were edited since the flow was validated", async () => {
    const { versionId } = await completeVersion();
    const save = (ids: readonly string[]) =>
      studio.run(
        `mutation UpdateProStudioNodes($objects: [ProStudioNodeInput!]!) {
          updateProStudioNodes(objects: $objects) { affected_rows } }`,
        {
          objects: ids.map((id) => ({ id, solutionVersionId: versionId, nodeType: "start", message: "Hi" })),
        },
      );
    await save(["start"]);
    await studio.run(
      `mutation ValidateProStudioVersion($id: ID!) { validateProStudioVersion(solutionVersionId: $id) { ok } }`,
      { id: versionId },
    );
    await save(["a", "b"]);
    const { publishSolutionVersion } = await studio.run<{
      publishSolutionVersion: { checks: { name: string; message: string }[] };
    }>(
      `mutation PublishSolutionVersion($id: ID!) {
        publishSolutionVersion(solutionVersionId: $id, environment: SANDBOX, force: true) {
          checks { name message } } }`,
      { id: versionId },
    );
    expect(publishSolutionVersion.checks.find(({ name }) => name === "flow")?.message).toBe(
      "2 nodes were edited since the flow was validated.",
    );
  });

  it("asks the model for a word before it goes out, and says what came of it", async () => {
    const model = await startTestingModel();
    const llmCredentialId = await aCredential(studio, {
      llmProviderId: providers.openaiCompatible,
      model: "test-model",
      baseUrl: model.url,
      secret: "sk-test-0123456789abcdef",
    });
    const tasks = [{ id: "t", name: "Refunds", description: "Pays back." }];
    const { id, versionId } = await aSolution(studio, {
      brandName: "Acme",
      supervisorName: "Iris",
      llmCredentialId,
      tasks,
    });
    await studio.run(
      `mutation SetPublishGate($id: ID!) { setPublishGate(solutionId: $id,
        gate: { environment: LIVE, requiresCredentialTest: true }) { environment } }`,
      { id },
    );
    const credentialCheck = async () => {
      const { publishPreview } = await studio.run<{ publishPreview: { checks: { message: string }[] } }>(
        `query PublishPreview($id: ID!) { publishPreview(solutionVersionId: $id, environment: LIVE) {
          checks { name message } } }`,
        { id: versionId },
      );
      return publishPreview.checks[2]?.message;
    };
    expect(await credentialCheck()).toMatch(/was never tested/);
    model.mode = "error-500";
    await expect(studio.run(publish, { id: versionId, environment: "LIVE" })).rejects.toThrow(
      /did not answer a test call.*status 500/,
    );
    expect(await credentialCheck()).toMatch(/^The last test of .*, \d{4}-\d\d-\d\d .* UTC, failed/);
    model.mode = "answer";
    await studio.run(publish, { id: versionId, environment: "LIVE" });
    const { solutionReleases } = await studio.run<{
      solutionReleases: { checks: { name: string; message: string }[] }[];
    }>(`query SolutionReleases($id: ID!) { solutionReleases(solutionId: $id) { checks { name message } } }`, {
      id,
    });
    expect(solutionReleases[0]?.checks).toContainEqual({
      name: "credential",
      message: expect.stringMatching(/answered a test call within \d+ ms/),
    });
    expect(await credentialCheck()).toMatch(/answered its last test, .* UTC\. Publishing tests it again/);
    await model.stop();
  });

  it("afterSolutionVersionPublish confirms what answers there, and nothing else", async () => {
    const { versionId } = await completeVersion();
    const confirm = `mutation AfterSolutionVersionPublish($id: ID!) {
      afterSolutionVersionPublish(solutionVersionId: $id, environment: SANDBOX) { number isCurrent } }`;
    await expect(studio.run(confirm, { id: versionId })).rejects.toThrow(/does not answer in Sandbox/);
    await studio.run(publish, { id: versionId, environment: "SANDBOX" });
    await expect(studio.run(confirm, { id: versionId })).resolves.toMatchObject({
      afterSolutionVersionPublish: { number: 1, isCurrent: true },
    });
  });

  it("restores an older version as a new one", async () => {
    const { versionId } = await completeVersion();
    const restored = await studio.run<{ restoreSolutionVersion: Version }>(
      `mutation RestoreSolutionVersion($id: ID!) { restoreSolutionVersion(id: $id) { ${versionFields} } }`,
      { id: versionId },
    );
    expect(restored.restoreSolutionVersion).toMatchObject({
      number: 2,
      brandName: "Acme",
      basedOn: versionId,
    });
    expect(restored.restoreSolutionVersion.files).toHaveLength(1);
  });
});
