import { afterAll, beforeAll, expect, it } from "vitest";
import { addJob } from "#platform/jobs.ts";
import { aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aChat, aNode, connectVisitor } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const files = [
  {
    filePath: "intents/book.txt",
    content:
      "book a flight\nI want to fly to Oslo\nreserve a flight from Rome\na ticket to Bern please\nfly me somewhere\n",
  },
  {
    filePath: "intents/hours.txt",
    content:
      "when are you open\nopening hours\nare you open on Sundays\nwhat time do you close\nhours of the office\n",
  },
  {
    filePath: "entities/city.json",
    content: JSON.stringify({
      type: "enumeration",
      values: [{ value: "Rome", synonyms: ["Roma"] }, { value: "Oslo" }, { value: "Bern" }],
      roles: [
        { name: "from", before: ["from"] },
        { name: "to", before: ["to"] },
      ],
    }),
  },
  { filePath: "entities/day.json", content: JSON.stringify({ type: "builtin", kind: "date" }) },
  {
    filePath: "slots/book.json",
    content: JSON.stringify({
      slots: [
        { name: "origin", entity: "city", role: "from", required: true, prompt: "From where?" },
        { name: "destination", entity: "city", role: "to", required: true, prompt: "To where?" },
        { name: "day", entity: "day", required: true, prompt: "When?" },
      ],
    }),
  },
];
const nodes = [
  aNode("start", "start", { message: "Hi" }),
  aNode("booked", "message", {
    intent: "book",
    message: "{{origin}} to {{destination}} on {{day.iso}} ({{slots.day}})",
    whatsNext: "listen",
  }),
  aNode("hours", "message", { intent: "hours", message: "Nine to five" }),
];

async function aTrainedChat() {
  const place = await aChat(server, { nodes, files });
  const version = () =>
    server.db
      .selectFrom("bot_versions")
      .select(["id", "trained_at"])
      .where("bot_id", "=", place.botId)
      .executeTakeFirstOrThrow();
  const { id } = await version();
  await server.db.transaction().execute((tx) =>
    addJob(tx, {
      kind: "train-bot-version",
      accountId: place.accountId,
      projectId: place.projectId,
      objectId: id,
      payload: { versionId: id },
    }),
  );
  await expect.poll(async () => (await version()).trained_at, { timeout: 30_000 }).not.toBeNull();
  return { ...place, versionId: id };
}

it("a visitor's words fill the slots of the intent, and what is missing is asked for", async () => {
  const { widgetId } = await aTrainedChat();
  const visitor = connectVisitor(server.urls.api, { widgetId, visitorId: "visitor-1" });
  const { conversation } = await visitor.next("welcome");
  visitor.say("please book a flight to Oslo");
  await visitor.hears("From where?");
  visitor.say("what are your opening hours?");
  await visitor.hears("Nine to five");
  visitor.say("roma");
  await visitor.hears("When?");
  visitor.say("no idea");
  await visitor.hears("I could not find that in your answer. When?");
  visitor.say("on 3 December 2031");
  await visitor.hears("Rome to Oslo on 2031-12-03 (on 3 December 2031)");
  const { state } = await server.db
    .selectFrom("conversations")
    .select("state")
    .where("id", "=", conversation.id)
    .executeTakeFirstOrThrow();
  expect(state).toMatchObject({
    variables: { origin: "Rome", destination: "Oslo", slots: { origin: "roma", destination: "Oslo" } },
  });
  const offered = visitor.messages.filter((message) => message.content.type === "quick-replies");
  expect(offered[0]?.content).toMatchObject({
    choices: [{ label: "Rome" }, { label: "Oslo" }, { label: "Bern" }],
  });
  visitor.close();
}, 60_000);

it("a version can be talked to from the console before it is deployed anywhere", async () => {
  const { accountId, projectId, versionId } = await aTrainedChat();
  const start = (userId: string) =>
    server.graphql<{ startVersionTest: { conversationId: string; token: string } }>(
      `mutation StartVersionTest($projectId: ID!, $versionId: ID!) {
        startVersionTest(projectId: $projectId, versionId: $versionId) { conversationId token url } }`,
      { projectId, versionId },
      { userId },
    );
  const reader = await aUser(server, { accountId, roleKeys: ["pro_studio_viewer"] });
  expect((await start(reader)).errors).toHaveLength(1);
  const author = await aUser(server, { accountId, roleKeys: ["pro_studio_admin"] });
  const { conversationId: id, token } = (await start(author)).data.startVersionTest;
  const tester = connectVisitor(server.urls.api, { conversation: { id, token, after: 0 } });
  await tester.next("welcome");
  await tester.hears("Hi");
  tester.say("fly from Bern to Rome on 3 December 2031");
  await tester.hears("Bern to Rome on 2031-12-03");
  tester.close();
  const { is_test } = await server.db
    .selectFrom("conversations")
    .select("is_test")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(is_test).toBe(true);
}, 60_000);
