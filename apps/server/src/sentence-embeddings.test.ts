// A bot trained with the sentence-embeddings add-on, on a server that has it and on one that does not.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aStandInAddOn, anInputOfKinds } from "#testing/add-on.ts";
import { aUser } from "#testing/builders.ts";
import { freePorts } from "#testing/free-ports.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { readConfig } from "#platform/config.ts";
import { createLog } from "#platform/log.ts";
import { type Server, startServer } from "./server.ts";
import { aChat, aNode, type ChatPlace, connectVisitor } from "./conversations/testing.ts";

let withIt: TestServer;
let without: Server;
let place: ChatPlace;
let userId: string;
let versionId: string;

beforeAll(async () => {
  withIt = await startTestServer({ env: { SENTENCE_EMBEDDINGS: "on", ADD_ONS_DIR: aStandInAddOn() } });
  const kinds = anInputOfKinds().intents;
  place = await aChat(withIt, {
    nodes: [
      aNode("start", "start", { message: "Welcome" }),
      ...kinds.map(({ name }) =>
        aNode(name, "message", { intent: name, message: `That is a ${name}`, whatsNext: "listen" }),
      ),
      aNode("lost", "message", { intent: "*", message: "What is that?", whatsNext: "listen" }),
    ],
    files: [
      ...kinds.map(({ name, utterances }) => ({
        filePath: `intents/${name}.txt`,
        content: utterances.join("\n"),
      })),
      { filePath: "config.json", content: JSON.stringify({ language: "en", strictness: 0 }) },
    ],
  });
  userId = await aUser(withIt, { accountId: place.accountId, roleKeys: ["pro_studio_admin"] });
  const version = await withIt.db
    .selectFrom("bot_versions")
    .select("id")
    .where("bot_id", "=", place.botId)
    .executeTakeFirstOrThrow();
  versionId = version.id;
  const { config } = withIt.services;
  const [api] = await freePorts(1);
  without = await startServer(
    readConfig({
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      PARLEY_ROLES: "api,chat",
      DATA_DIR: config.dataDir,
      API_PORT: String(api),
      PROVIDER_PORT: String(config.ports.provider),
      PROVIDER_ADMIN_PORT: String(config.ports.providerAdmin),
      SENTENCE_EMBEDDINGS: "off",
    }),
    withIt.databaseUrl,
    createLog("silent"),
  );
});
afterAll(async () => {
  await without.stop();
  await withIt.stop();
});

async function ask<T>(query: string, apiUrl = withIt.urls.api): Promise<T> {
  const answer = await fetch(`${apiUrl}/v1/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: await withIt.signIn(userId) },
    body: JSON.stringify({ query, variables: { versionId, projectId: place.projectId } }),
  });
  const { data, errors } = (await answer.json()) as { data: T; errors?: { message: string }[] };
  expect(errors?.[0]?.message).toBeUndefined();
  return data;
}

async function train(): Promise<string> {
  await ask(
    "mutation PutVersionTrain($versionId: ID!, $projectId: ID!) { putVersionTrain(versionId: $versionId, projectId: $projectId) { data } }",
  );
  const newest = () =>
    sql<{
      status: string;
      log: { line: string }[];
    }>`select status, log from jobs where kind = 'train-bot-version' order by created_at desc limit 1`
      .execute(withIt.db)
      .then(({ rows }) => rows[0]);
  await expect.poll(async () => (await newest())?.status, { timeout: 20_000 }).toBe("SUCCEEDED");
  return (await newest())?.log.map((entry) => entry.line).join("\n") ?? "";
}

async function quality(apiUrl?: string) {
  const { getVersionQuality } = await ask<{
    getVersionQuality: {
      data: { isEncoderMissing: boolean; summary: { embeddings?: { isChosen: boolean } } };
    };
  }>(
    "query GetVersionQuality($versionId: ID!, $projectId: ID!) { getVersionQuality(versionId: $versionId, projectId: $projectId) { data } }",
    apiUrl,
  );
  return getVersionQuality.data;
}

async function answerTo(text: string, apiUrl: string): Promise<string> {
  const visitor = connectVisitor(apiUrl, { widgetId: place.widgetId });
  await visitor.hears("Welcome");
  visitor.say(text);
  const said = await visitor.hears(" is ");
  visitor.close();
  return "text" in said.content ? String(said.content.text) : "";
}

it("is trained with it, says so, and understands words it never saw", async () => {
  const log = await train();
  expect(log).toMatch(
    /Sentence embeddings are used: 100\.0 % right on examples held back, \d+\.\d % without/,
  );
  expect(await quality()).toMatchObject({
    isEncoderMissing: false,
    summary: { embeddings: { isChosen: true } },
  });
  const { rows } = await sql<{ count: number }>`select count(*)::int from utterance_vectors`.execute(
    withIt.db,
  );
  expect(rows[0]?.count).toBe(36);
  expect(await answerTo("apple", withIt.urls.api)).toBe("That is a fruit");
  expect(await answerTo("yak", withIt.urls.api)).toBe("That is a animal");
  // Trained again it is known.
  expect(await train()).toContain("trained before");
});

it("answers on a server without it, which says so", async () => {
  const { api } = without.services.config.urls;
  // A word it learnt: the part of the model that needs no encoder knows it.
  expect(await answerTo("zebra", api)).toBe("That is a animal");
  expect((await quality(api)).isEncoderMissing).toBe(true);
});

it("answers when the encoder dies in the middle of it", async () => {
  expect(await answerTo("die zebra", withIt.urls.api)).toMatch(/^That is a/);
  // The next one starts the thread again, which may take longer than a visitor is kept waiting.
  await expect.poll(() => answerTo("apple", withIt.urls.api), { timeout: 20_000 }).toBe("That is a fruit");
});
