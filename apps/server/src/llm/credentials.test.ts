import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anAccount, aUser } from "#testing/builders.ts";
import { startTestingModel, type TestingModel } from "#testing/model.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aCredential, aSolution, aStudio, providers, type Studio } from "#testing/studio.ts";

let server: TestServer;
let studio: Studio;
let model: TestingModel;

beforeAll(async () => {
  server = await startTestServer();
  studio = await aStudio(server);
  model = await startTestingModel();
});
afterAll(async () => {
  await model.stop();
  await server.stop();
});
beforeEach(() => {
  model.mode = "answer";
});

const secret = "sk-canary-0123456789abcdef";
const endpoint = () => ({
  llmProviderId: providers.openaiCompatible,
  model: "test-model",
  baseUrl: model.url,
  secret,
});
const list = `query GetCredentials($projectId: ID!) { credentials(projectId: $projectId) { id name model llmProviderId
  llmProvider { name kind } hasSecret secretLastFour testError testedAt version usedBy { solutionName number } limits { maxTopK } } }`;

interface Credential {
  id: string;
  name: string;
  secretLastFour: string;
  testError: string | null;
  version: number;
  usedBy: { solutionName: string }[];
}
const credentials = async (userId?: string) =>
  (await studio.run<{ credentials: Credential[] }>(list, { projectId: studio.projectId }, userId))
    .credentials;
const test = (id: string) =>
  studio.run<{ testCredential: { ok: boolean; message: string; sample: string } }>(
    `mutation TestCredential($id: ID!) { testCredential(id: $id) { ok message sample } }`,
    { id },
  );

describe("credentials", () => {
  it("are listed by name with their provider, and never show their secret", async () => {
    await aCredential(studio, { name: "beta", ...endpoint() });
    await aCredential(studio, { name: "Alpha" });
    const found = await credentials(studio.builderId);
    expect(found.map((it) => it.name)).toEqual(["Alpha", "beta"]);
    expect(found[1]).toMatchObject({
      hasSecret: true,
      secretLastFour: "cdef",
      llmProvider: { name: "OpenAI-compatible" },
    });
    const everything = await Promise.all([
      server.db.selectFrom("llm_credentials").selectAll().execute(),
      server.db.selectFrom("audit_log").selectAll().execute(),
      server.db.selectFrom("outbox").selectAll().execute(),
    ]);
    expect(JSON.stringify([found, everything])).not.toContain("canary");
  });

  it("are tested with a real call, and remember what went wrong", async () => {
    const id = await aCredential(studio, endpoint());
    expect((await test(id)).testCredential).toMatchObject({ ok: true, sample: "Hello from the model." });
    model.mode = "wrong-key";
    const failed = (await test(id)).testCredential;
    expect(failed.ok).toBe(false);
    expect(failed.message).toMatch(/refused the key/);
    expect((await credentials()).find((it) => it.id === id)?.testError).toBe(failed.message);
  });

  it("cannot be pointed at the private network", async () => {
    const guarded = await startTestServer({ env: { PRIVATE_HOSTS: "" } });
    try {
      const inside = await aStudio(guarded);
      const id = await aCredential(inside, { ...endpoint(), baseUrl: "http://169.254.169.254/latest" });
      const outcome = await inside.run<{ testCredential: { ok: boolean; message: string } }>(
        `mutation TestCredential($id: ID!) { testCredential(id: $id) { ok message } }`,
        { id },
      );
      expect(outcome.testCredential.ok).toBe(false);
      expect(outcome.testCredential.message).toMatch(/cannot be called/);
    } finally {
      await guarded.stop();
    }
  });

  it("keep their key when they are edited, and give it to no other address", async () => {
    const id = await aCredential(studio, endpoint());
    const update = `mutation UpdateCredential($id: ID!, $credential: LLMCredentialInput!) {
      updateCredential(id: $id, credential: $credential) { name version } }`;
    await expect(studio.run(update, { id, credential: { name: "Renamed", version: 1 } })).resolves.toEqual({
      updateCredential: { name: "Renamed", version: 2 },
    });
    await expect(studio.run(update, { id, credential: { name: "Stale", version: 1 } })).rejects.toThrow(
      /Ada Lane changed this/,
    );
    await expect(
      studio.run(update, { id, credential: { baseUrl: "https://evil.example/v1" } }),
    ).rejects.toThrow(/key belongs to this address/);
    expect((await test(id)).testCredential.ok).toBe(true);
    await studio.run(
      `mutation RotateCredential($id: ID!) { rotateCredential(id: $id, secret: "sk-new-0123456789wxyz") { id } }`,
      { id },
    );
    expect((await credentials()).find((it) => it.id === id)?.secretLastFour).toBe("wxyz");
  });

  it("without an address of their own can be edited, and another model is untested", async () => {
    const id = await aCredential(studio, {
      llmProviderId: "01900000-0000-7000-8000-000000000602",
      model: "gpt-4o",
      secret,
    });
    await server.db
      .updateTable("llm_credentials")
      .set({ tested_at: new Date() })
      .where("id", "=", id)
      .execute();
    await studio.run(
      `mutation UpdateCredential($id: ID!, $credential: LLMCredentialInput!) {
        updateCredential(id: $id, credential: $credential) { id } }`,
      { id, credential: { name: "Newer", model: "gpt-4.1", baseUrl: null } },
    );
    const row = await server.db
      .selectFrom("llm_credentials")
      .select(["model", "tested_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ model: "gpt-4.1", tested_at: null });
  });

  it("that are in use cannot be deleted, and the answer says where", async () => {
    const id = await aCredential(studio);
    const solution = await aSolution(studio, { llmCredentialId: id });
    const remove = `mutation DeleteCredential($id: ID!) { deleteCredential(id: $id) }`;
    await expect(studio.run(remove, { id })).rejects.toThrow(/is used by Solution \d+ version 1/);
    expect((await credentials()).find((it) => it.id === id)?.usedBy).toHaveLength(1);
    await studio.run(`mutation DeleteSolution($id: ID!) { deleteSolution(solutionId: $id) }`, {
      id: solution.id,
    });
    await expect(studio.run(remove, { id })).resolves.toEqual({ deleteCredential: id });
  });

  it("name the field that is wrong", async () => {
    const create = async (credential: Record<string, unknown>) =>
      (
        await server.graphql(
          `mutation CreateCredential($projectId: ID!, $credential: LLMCredentialInput!) {
            createCredential(projectId: $projectId, credential: $credential) { id } }`,
          { projectId: studio.projectId, credential },
          { userId: studio.adminId },
        )
      ).errors[0]?.extensions["field"];
    expect(await create({ name: "x" })).toBe("llmProviderId");
    expect(await create({ ...endpoint(), name: "" })).toBe("name");
    expect(await create({ ...endpoint(), name: "x", model: "" })).toBe("model");
    expect(await create({ ...endpoint(), name: "x", baseUrl: "ftp://x" })).toBe("baseUrl");
    expect(await create({ ...endpoint(), name: "x", secret: "two words" })).toBe("secret");
    expect(
      await create({ name: "x", model: "m", llmProviderId: "01900000-0000-7000-8000-000000000602" }),
    ).toBe("secret");
  });

  it("are edited by administrators of the studio alone, and are not there for others", async () => {
    const id = await aCredential(studio);
    const rotate = `mutation RotateCredential($id: ID!) { rotateCredential(id: $id, secret: "abcabcabcabc") { id } }`;
    const builder = await server.graphql(rotate, { id }, { userId: studio.builderId });
    expect(builder.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
    const stranger = await aUser(server, {
      accountId: await anAccount(server),
      roleKeys: ["organization_admin"],
    });
    const foreign = await server.graphql(rotate, { id }, { userId: stranger });
    expect(foreign.errors[0]?.extensions["code"]).toBe("NOT_FOUND");
  });
});
