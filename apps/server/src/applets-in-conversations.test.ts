// Applets that act on a conversation, with a real visitor on the other end of it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aChat, aDeployedBot, aNode, connectVisitor, type ChatPlace } from "./conversations/testing.ts";
import { serverActions } from "./applets/engine/actions/index.ts";
import { programsOf } from "./applets/engine/program.ts";
import { anInstance, finishedRuns, step, type TestPlace } from "./applets/testing.ts";

let server: TestServer;
let chat: ChatPlace;
let place: TestPlace;
let offersBot: string;
const broken = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  chat = await aChat(server);
  const offers = [
    aNode("start", "start", { message: "Offers begin" }),
    aNode("deal", "message", { nodeName: "Today's deal", message: "Half price today", whatsNext: "listen" }),
    aNode("any", "message", {
      intent: "*",
      message: "The offers bot heard {{last.text}}",
      whatsNext: "listen",
    }),
  ];
  offersBot = (await aDeployedBot(server, chat, offers)).botId;
  const configs = await server.db
    .selectFrom("project_environment_configs")
    .select("id")
    .where("project_id", "=", chat.projectId)
    .orderBy("environment_id")
    .execute();
  const [sandbox = "", live = ""] = configs.map((config) => config.id);
  const userId = await anAdmin(server, chat.accountId);
  place = { accountId: chat.accountId, projectId: chat.projectId, userId, sandbox, live };
  // Before anybody speaks: the applets of a project are looked up every two seconds at most.
  const wrong = {
    "no-node": { node: "nowhere" },
    "no-bot": { botId: "019a0000-0000-7000-8000-000000000000" },
  };
  for (const [word, options] of Object.entries(wrong)) {
    const instance = await anInstance(server, place, {
      name: word,
      triggers: [step("conversation-message", { text: word })],
      actions: [step("start-bot-flow", { botId: offersBot, ...options })],
    });
    broken.set(word, instance.id);
  }
});
afterAll(() => server.stop());

const enter = () => connectVisitor(server.urls.api, { widgetId: chat.widgetId, visitorId: "visitor-1" });

describe("an applet", () => {
  it("is offered the bots of its project and the widgets of its environment by name", async () => {
    const source = `query ($id: ID!) {
      appletChoices(projectEnvironmentConfigId: $id) { kind id name customerName isReady } }`;
    const offered = async (id: string) =>
      (await server.graphql<{ appletChoices: unknown[] }>(source, { id }, { userId: place.userId })).data
        .appletChoices;
    const inLive = await offered(place.live);
    expect(inLive).toContainEqual(expect.objectContaining({ kind: "bot", id: offersBot, isReady: true }));
    expect(inLive).toContainEqual(
      expect.objectContaining({ kind: "widget", id: chat.widgetId, isReady: true }),
    );
    const inSandbox = await offered(place.sandbox);
    expect(inSandbox).toContainEqual(expect.objectContaining({ kind: "bot", id: offersBot, isReady: false }));
    expect(inSandbox).not.toContainEqual(expect.objectContaining({ kind: "widget" }));
  });

  it("lets another bot take over at a named node, and notes it for colleagues; asked twice it does it once", async () => {
    const { id } = await anInstance(server, place, {
      name: "Offer",
      triggers: [step("conversation-message", { text: "deal" })],
      actions: [
        step("start-bot-flow", { botId: offersBot, node: "today's deal" }),
        step("add-note", { text: "Wanted a deal: {{message.text}}" }),
      ],
    });
    const visitor = enter();
    const { conversation } = await visitor.next("welcome");
    visitor.say("Any deal for me?");
    await visitor.hears("Half price today");
    visitor.say("thanks");
    await visitor.hears("The offers bot heard thanks");
    const [run] = await finishedRuns(server, place, 1, { instance: id });
    expect(run).toMatchObject({ status: "SUCCEEDED", actions: [{ output: { node: "today's deal" } }, {}] });

    // As if the server had died after acting and before writing that down.
    const [program] = (await programsOf(server.db, place.live)).filter((it) => it.instanceId === id);
    if (!program || !run) throw new Error("The applet ran, so it is there.");
    for (const [index, action] of program.actions.entries()) {
      await serverActions[action.kind]?.({
        services: server.services,
        program,
        input: run.actions[index]?.input as Record<string, unknown>,
        event: { conversation: { id: conversation.id } },
        idempotencyKey: `${run.id}-${index}`,
        chain: [],
        signal: new AbortController().signal,
      });
    }
    visitor.say("bye");
    await visitor.hears("The offers bot heard bye");
    expect(visitor.messages.filter((it) => JSON.stringify(it.content).includes("Half price"))).toHaveLength(
      1,
    );
    const notes = await server.db
      .selectFrom("conversation_notes")
      .select(["text", "author_name"])
      .where("conversation_id", "=", conversation.id)
      .execute();
    expect(notes).toEqual([{ text: "Wanted a deal: Any deal for me?", author_name: "Offer" }]);
    const row = await server.db
      .selectFrom("conversations")
      .select("bot_id")
      .where("id", "=", conversation.id)
      .executeTakeFirst();
    expect(row?.bot_id).toBe(offersBot);
    visitor.close();
  });

  it.each([
    ["no-node", /has no node “nowhere”/],
    ["no-bot", /has no such bot/],
  ])("says in its log why it could not start (%s)", async (word, sentence) => {
    const visitor = enter();
    await visitor.next("welcome");
    visitor.say(word);
    const [run] = await finishedRuns(server, place, 1, { instance: broken.get(word) });
    expect(run).toMatchObject({ status: "FAILED", error: expect.stringMatching(sentence) });
    visitor.close();
  });

  it("of Sandbox leaves conversations of Live alone", async () => {
    const visitor = enter();
    const { conversation } = await visitor.next("welcome");
    const { id } = await anInstance(server, place, {
      projectEnvironmentConfigId: place.sandbox,
      triggers: [step("webhook")],
      actions: [step("add-note", { text: "No", conversationId: conversation.id })],
    });
    const [program] = (await programsOf(server.db, place.sandbox)).filter((it) => it.instanceId === id);
    if (!program) throw new Error("It is active.");
    const call = serverActions["add-note"]?.({
      services: server.services,
      program,
      input: { text: "No", conversationId: conversation.id },
      event: {},
      idempotencyKey: "key",
      chain: [],
      signal: new AbortController().signal,
    });
    await expect(call).rejects.toThrow(/no such conversation in this environment/);
    visitor.close();
  });
});
