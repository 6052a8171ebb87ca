import { type Client, createClient } from "graphql-ws";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import WebSocket from "ws";
import { startTestingModel, type TestingModel } from "#testing/model.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aCredential, aKnowledgeFile, aSolution, aStudio, providers, type Studio } from "#testing/studio.ts";

let server: TestServer;
let studio: Studio;
let model: TestingModel;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  studio = await aStudio(server);
  model = await startTestingModel();
  const cookie = await server.signIn(studio.builderId);
  client = createClient({
    url: `${server.urls.api.replace("http", "ws")}/v1/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocols: string) {
        super(url, protocols, { headers: { cookie, origin: server.urls.console } });
      }
    },
    retryAttempts: 0,
  });
});
afterAll(async () => {
  await client.dispose();
  await model.stop();
  await server.stop();
});
beforeEach(() => {
  model.mode = "answer";
});

interface Event {
  tryAgent: {
    label: string | null;
    delta: string | null;
    answer: { text: string; model: string; isIncomplete: boolean; citations: unknown[] } | null;
  };
}
const source = `subscription TryAgent($input: TryAgentInput!) { tryAgent(input: $input) { label delta
  answer { text provider model inputTokens outputTokens cost ms toolCalls isIncomplete failure citations { number title passage chunkId } } } }`;

async function talk(input: Record<string, unknown>) {
  const deltas: string[] = [];
  const refused = (errors: unknown) => {
    throw new Error(JSON.stringify(errors));
  };
  const events = client.iterate<Event>({ query: source, variables: { input } });
  for (;;) {
    const next = await events.next().catch(refused);
    if (next.done) break;
    const event = next.value;
    if (event.errors) refused(event.errors);
    const { delta, answer } = event.data?.tryAgent ?? {};
    if (delta) deltas.push(delta);
    if (answer) return { deltas, answer };
  }
  throw new Error("no answer");
}

it("streams an answer with unsaved values, and compares two models at once", async () => {
  const passages = await aCredential(studio);
  const other = await aCredential(studio, {
    llmProviderId: providers.openaiCompatible,
    model: "test-model",
    baseUrl: model.url,
  });
  const fileId = await aKnowledgeFile(server, studio, "pets.md", "# Pets\n\nDogs travel for 60 euros.");
  const { versionId } = await aSolution(studio, { llmCredentialId: passages });
  model.reply = ({ messages }) => ({
    text: String(messages[0]?.content).includes("Tone: Very formal") ? "Certainly, 60 euros [1]." : "60!",
  });
  const values = { fileIds: [fileId], tone: "Very formal" };
  const [left, right] = await Promise.all([
    talk({ solutionVersionId: versionId, text: "What do dogs cost?", values }),
    talk({
      solutionVersionId: versionId,
      text: "What do dogs cost?",
      values,
      llmCredentialId: other,
      label: "B",
    }),
  ]);
  expect(left.answer).toMatchObject({ text: "Dogs travel for 60 euros. [1]", model: "passages" });
  expect(right.answer).toMatchObject({
    text: "Certainly, 60 euros [1].",
    model: "test-model",
    citations: [{ number: 1, title: "pets.md" }],
  });
  expect(right.deltas.length).toBeGreaterThan(1);
  const stored = await studio.run(
    `query V($id: ID!) { solutionVersionById(id: $id) { tone files { id } } }`,
    { id: versionId },
  );
  expect(stored).toEqual({ solutionVersionById: { tone: "", files: [] } });
});

it("ends the turn when the editor closes", async () => {
  const credential = await aCredential(studio, {
    llmProviderId: providers.openaiCompatible,
    model: "test-model",
    baseUrl: model.url,
  });
  const { versionId } = await aSolution(studio, { llmCredentialId: credential });
  model.mode = "hang";
  const before = model.requests.length;
  const events = client.iterate<Event>({
    query: source,
    variables: { input: { solutionVersionId: versionId, text: "Hi" } },
  });
  const first = events.next();
  await expect.poll(() => model.requests.length).toBe(before + 1);
  await events.return?.();
  await first;
  const ended = async () =>
    (
      await server.db
        .selectFrom("llm_usage")
        .select("is_incomplete")
        .where("solution_version_id", "=", versionId)
        .execute()
    ).length;
  await expect.poll(ended).toBe(1);
});

it("refuses another project's credential, empty words, and people who may not edit", async () => {
  const { versionId } = await aSolution(studio);
  const foreign = await aCredential(await aStudio(server));
  await expect(talk({ solutionVersionId: versionId, text: "Hi", llmCredentialId: foreign })).rejects.toThrow(
    /no such credential/,
  );
  await expect(talk({ solutionVersionId: versionId, text: " " })).rejects.toThrow(/between 1 and 4,000/);
  const elsewhere = await aSolution(await aStudio(server));
  await expect(talk({ solutionVersionId: elsewhere.versionId, text: "Hi" })).rejects.toThrow(
    /no such solution version/,
  );
});
