import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform/ids.ts";
import { aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { upload } from "#testing/studio.ts";
import { advance } from "./advance.ts";
import { createChat } from "./chat.ts";
import { nobodyCame } from "./people.ts";
import { aChat, aNode, connectVisitor, type VisitorClient } from "./testing.ts";

let server: TestServer;
let receiver: Server;
let receiverUrl: string;
const received: { headers: Record<string, unknown>; raw: string; body: Record<string, unknown> }[] = [];
let answer: (send: (status: number) => void) => void = (send) => send(200);

beforeAll(async () => {
  server = await startTestServer();
  receiver = createServer((request, response) => {
    let raw = "";
    request.on("data", (chunk: Buffer) => (raw += chunk.toString()));
    request.on("end", () =>
      answer((status) => {
        received.push({ headers: request.headers, raw, body: JSON.parse(raw) as Record<string, unknown> });
        response.writeHead(status).end("{}");
      }),
    );
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/agents`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await server.stop();
});

const flow = [
  aNode("start", "start", { message: "Hi" }),
  aNode("human", "hand-off", {
    intent: "*",
    message: "One moment",
    parameterInput: { team: "care", note: "Wants a person" },
    nextNodes: [
      { port: "next", target: "after" },
      { port: "unavailable", target: "sorry" },
    ],
  }),
  aNode("after", "message", { message: "Back with you", whatsNext: "listen" }),
  aNode("sorry", "message", { message: "All colleagues are busy", whatsNext: "listen" }),
];

async function handedOff(routing: string, pype: Record<string, unknown> = {}) {
  const place = await aChat(server, { nodes: flow, routing, pype });
  const visitor = connectVisitor(server.urls.api, { widgetId: place.widgetId, visitorId: "visitor-1" });
  const { conversation } = await visitor.next("welcome");
  return { ...place, visitor, id: conversation.id };
}

const ask = async (visitor: VisitorClient) => {
  visitor.say("a person please");
  await visitor.hears("One moment");
};

async function run<T>(userId: string, source: string, variables: Record<string, unknown>): Promise<T> {
  const { data, errors } = await server.graphql<T>(source, variables, { userId });
  if (errors[0]) throw new Error(errors[0].message);
  return data;
}

const on = (field: string, more = "") =>
  `mutation M($projectId: ID!, $id: ID!) { ${field}(projectId: $projectId, id: $id${more}) { id status agentName } }`;

describe("the desk", () => {
  it("shows who waits, takes, answers and gives back to the bot", async () => {
    const { visitor, id, projectId, accountId } = await handedOff("BOT_THEN_AGENT");
    await ask(visitor);
    const agent = await aUser(server, { accountId, roleKeys: ["agent_assist_agent"], firstName: "Nadia" });
    const other = await aUser(server, { accountId, roleKeys: ["agent_assist_agent"] });
    const { deskConversations } = await run<{ deskConversations: { id: string; lastText: string }[] }>(
      agent,
      `query D($projectId: ID!) { deskConversations(projectId: $projectId, view: WAITING) { id lastText handOffs } }`,
      { projectId },
    );
    expect(deskConversations).toMatchObject([{ id, lastText: "One moment" }]);

    await run(agent, on("claimConversation"), { projectId, id });
    await visitor.hears("Nadia has joined");
    await expect(run(other, on("claimConversation"), { projectId, id })).rejects.toThrow(
      /colleague has taken/,
    );
    const say = `mutation A($projectId: ID!, $id: ID!, $text: String!, $key: ID!) {
      answerConversation(projectId: $projectId, id: $id, text: $text, clientMessageId: $key) { messages { author content } } }`;
    await run(agent, say, { projectId, id, text: "How can I help?", key: "k1" });
    await run(agent, say, { projectId, id, text: "How can I help?", key: "k1" });
    await visitor.hears("How can I help?");
    visitor.say("my bag is lost");
    await visitor.hears("my bag is lost");
    expect(visitor.messages.filter((message) => message.author === "agent")).toHaveLength(1);
    expect(visitor.messages.at(-1)?.author).toBe("visitor");

    await run(agent, on("returnConversationToBot"), { projectId, id });
    await visitor.hears("Back with you");
    const audit = await server.db
      .selectFrom("audit_log")
      .select("action")
      .where("object_id", "=", id)
      .orderBy("sequence")
      .execute();
    expect(audit.map((entry) => entry.action)).toEqual(["conversation.claimed", "conversation.returned"]);
    visitor.close();
  });

  it("hands a conversation to a colleague of the same desk, and to nobody else", async () => {
    const { visitor, id, projectId, accountId } = await handedOff("BOT_THEN_AGENT");
    await ask(visitor);
    const agent = (firstName: string) =>
      aUser(server, { accountId, roleKeys: ["agent_assist_agent"], firstName, lastName: "Haddad" });
    const [nadia, omar] = [await agent("Nadia"), await agent("Omar")];
    const builder = await aUser(server, { accountId, roleKeys: ["pro_studio_builder"] });
    const { deskColleagues } = await run<{ deskColleagues: { userId: string; name: string }[] }>(
      nadia,
      `query C($projectId: ID!) { deskColleagues(projectId: $projectId) { userId name } }`,
      { projectId },
    );
    expect(deskColleagues).toEqual([
      { userId: nadia, name: "Nadia Haddad" },
      { userId: omar, name: "Omar Haddad" },
    ]);
    const hand = (to: string) =>
      run(nadia, on("transferConversation", `, userId: "${to}"`), { projectId, id });
    await expect(hand(omar)).rejects.toThrow(/before you hand it on/);
    await run(nadia, on("claimConversation"), { projectId, id });
    await expect(hand(builder)).rejects.toThrow(/may answer at this desk/);
    expect(await hand(omar)).toMatchObject({ transferConversation: { status: "AGENT" } });
    await visitor.hears("Omar has joined");
    await expect(hand(nadia)).rejects.toThrow(/before you hand it on/);
    const last = await server.db
      .selectFrom("audit_log")
      .select(["action", "detail"])
      .where("object_id", "=", id)
      .orderBy("sequence", "desc")
      .executeTakeFirst();
    expect(last).toMatchObject({
      action: "conversation.transferred",
      detail: { message: "handed a conversation to Omar Haddad" },
    });
    visitor.close();
  });

  it("is not for builders, and another organisation's conversation does not exist", async () => {
    const { visitor, id, projectId, accountId } = await handedOff("BOT_THEN_AGENT");
    await ask(visitor);
    const builder = await aUser(server, { accountId, roleKeys: ["pro_studio_builder"] });
    await expect(run(builder, on("claimConversation"), { projectId, id })).rejects.toThrow(/rights/);
    const elsewhere = await handedOff("BOT_THEN_AGENT");
    const stranger = await aUser(server, {
      accountId: elsewhere.accountId,
      roleKeys: ["agent_assist_agent"],
    });
    await expect(run(stranger, on("claimConversation"), { projectId, id })).rejects.toThrow(
      /no such project/,
    );
    await expect(
      run(stranger, on("claimConversation"), { projectId: elsewhere.projectId, id }),
    ).rejects.toThrow(/no such conversation/);
    visitor.close();
    elsewhere.visitor.close();
  });

  it("sends the visitor a file, once, that nobody outside the conversation gets", async () => {
    const { visitor, id, projectId, accountId } = await handedOff("BOT_THEN_AGENT");
    await ask(visitor);
    const agent = await aUser(server, { accountId, roleKeys: ["agent_assist_agent"], firstName: "Nadia" });
    const query = `mutation S($projectId: ID!, $id: ID!, $file: Upload!, $clientMessageId: ID!) {
      sendConversationFile(projectId: $projectId, id: $id, file: $file, clientMessageId: $clientMessageId) { id } }`;
    const send = (userId: string) => {
      const form = new FormData();
      const variables = { projectId, id, file: null, clientMessageId: "file-1" };
      form.set("operations", JSON.stringify({ query, variables }));
      form.set("map", JSON.stringify({ 0: ["variables.file"] }));
      form.set("0", new Blob(["Boarding at nine"]), "boarding.txt");
      return upload(server, userId, form);
    };
    expect((await send(agent)).errors).toBeUndefined();
    await send(agent);
    const { content } = await visitor.hears("boarding.txt");
    expect(content).toMatchObject({ type: "file", name: "boarding.txt", size: 16 });
    const sent = visitor.messages.filter((message) => message.content.type === "file");
    expect(sent.map((message) => [message.author, message.authorName])).toEqual([["agent", "Nadia"]]);
    const address = `${server.urls.api}/chat/files/${content.type === "file" ? content.fileId : ""}`;
    const welcome = visitor.frames.find((frame) => frame.type === "welcome");
    const ofVisitor = { "x-conversation": id, authorization: `Bearer ${welcome?.conversation.token ?? ""}` };
    expect(await (await fetch(address, { headers: ofVisitor })).text()).toBe("Boarding at nine");
    expect((await fetch(address)).status).toBe(404);
    const stranger = await handedOff("BOT_THEN_AGENT");
    const elsewhere = await aUser(server, {
      accountId: stranger.accountId,
      roleKeys: ["agent_assist_agent"],
    });
    expect((await send(elsewhere)).errors?.[0]?.message).toMatch(/no such project/);
    stranger.visitor.close();
    visitor.close();
  });

  it("lets the flow go on when nobody comes, and only bots answer where routing says so", async () => {
    const waiting = await handedOff("BOT_THEN_AGENT");
    await ask(waiting.visitor);
    const chat = createChat(server.services);
    await advance(chat, waiting.id, (draft) => nobodyCame(chat, draft));
    await waiting.visitor.hears("All colleagues are busy");
    waiting.visitor.close();
    const botOnly = await handedOff("BOT_ONLY");
    await ask(botOnly.visitor);
    await botOnly.visitor.hears("All colleagues are busy");
    botOnly.visitor.close();
  });

  it("asks people first where routing says so, and the bot when the visitor wants it", async () => {
    const { visitor } = await handedOff("AGENT_FIRST");
    await visitor.hears("looking for a colleague");
    visitor.say("/bot");
    await visitor.hears("Hi");
    visitor.close();
  });
});

describe("a live-agent system", () => {
  async function withSystem() {
    const place = await handedOff("BOT_THEN_AGENT", { integration_name: "Desk One" });
    const builder = await aUser(server, { accountId: place.accountId, roleKeys: ["pro_studio_builder"] });
    const made = await run<{ createExternalAgentLive: { id: string; callbackToken: string } }>(
      builder,
      `mutation C($customerId: ID!, $projectId: ID!, $agentInput: ExternalAgentInput!) {
        createExternalAgentLive(customerId: $customerId, projectId: $projectId, agentInput: $agentInput) { id callbackToken } }`,
      {
        customerId: place.customerId,
        projectId: place.projectId,
        agentInput: {
          integrationName: "Desk One",
          callbackURL: receiverUrl,
          integrationFields: [{ name: "queue", value: "vip" }],
        },
      },
    );
    return { ...place, builder, ...made.createExternalAgentLive, conversationId: place.id };
  }
  const call = (conversationId: string, verb: string, token: string, body: unknown) =>
    fetch(`${server.urls.api}/external-agents/v1/conversations/${conversationId}/${verb}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("gets the transcript signed, answers with its token and closes", async () => {
    const { visitor, conversationId, projectId, builder, id, callbackToken } = await withSystem();
    // The system was connected after the conversation began: what a server remembers does not count.
    await ask(visitor);
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
    const handOff = received[0];
    expect(handOff?.body).toMatchObject({
      type: "hand-off",
      conversationId,
      team: "care",
      note: "Wants a person",
      fields: [{ name: "queue", value: "vip" }],
      transcript: [{ text: "Hi" }, { text: "a person please", author: "visitor" }, { text: "One moment" }],
    });
    const { revealSigningSecret: secret } = await run<{ revealSigningSecret: string }>(
      builder,
      `mutation R($projectId: ID!, $id: ID!) { revealSigningSecret(projectId: $projectId, externalAgentId: $id) }`,
      { projectId, id },
    );
    const [, seconds, signature] =
      /^t=(\d+),v1=(\w+)$/.exec(String(handOff?.headers["x-parley-signature"])) ?? [];
    expect(createHmac("sha256", secret).update(`${seconds}.${handOff?.raw}`).digest("hex")).toBe(signature);

    expect(
      (await call(conversationId, "messages", "pat_wrong-token-000", { id: "m1", text: "x" })).status,
    ).toBe(401);
    expect((await call(newId(), "messages", callbackToken, { id: "m1", text: "x" })).status).toBe(401);
    const body = { id: "m1", text: "Good day", agentName: "Kim" };
    expect((await call(conversationId, "messages", callbackToken, body)).status).toBe(200);
    expect((await call(conversationId, "messages", callbackToken, body)).status).toBe(200);
    await visitor.hears("Good day");
    await call(conversationId, "typing", callbackToken, { agentName: "Kim" });
    expect(await visitor.next("typing")).toMatchObject({ author: "agent", name: "Kim" });
    visitor.say("thank you");
    await expect.poll(() => received.map((each) => each.body["text"])).toContain("thank you");
    expect(visitor.messages.filter((message) => message.author === "agent")).toHaveLength(1);
    expect((await call(conversationId, "close", callbackToken, {})).status).toBe(200);
    await visitor.hears("Back with you");
    expect((await call(conversationId, "messages", callbackToken, { id: "m2", text: "x" })).status).toBe(401);
    visitor.close();
  });

  it("keeps an old token for its overlap only", async () => {
    const { visitor, conversationId, projectId, customerId, builder, id, callbackToken } = await withSystem();
    await ask(visitor);
    const rotate = (hours: number) =>
      run(
        builder,
        `mutation R($customerId: ID!, $projectId: ID!, $id: ID!, $hours: Int) {
          rotateExternalAgentTokenLive(customerId: $customerId, projectId: $projectId, id: $id, overlapHours: $hours) { id } }`,
        { customerId, projectId, id, hours },
      );
    await rotate(1);
    expect((await call(conversationId, "take", callbackToken, {})).status).toBe(200);
    await rotate(0);
    expect((await call(conversationId, "take", callbackToken, {})).status).toBe(401);
    visitor.close();
  });

  it("that fails at first gets the hand-off again, once more when asked, and everything is written down", async () => {
    let failures = 1;
    answer = (send) => send(failures-- > 0 ? 500 : 200);
    const { visitor, projectId, builder, id } = await withSystem();
    await ask(visitor);
    const log = async () =>
      (
        await run<{ externalAgentDeliveries: { id: string; status: string; attempts: number }[] }>(
          builder,
          `query L($projectId: ID!, $id: ID!) { externalAgentDeliveries(projectId: $projectId, externalAgentId: $id) { id status attempts } }`,
          { projectId, id },
        )
      ).externalAgentDeliveries;
    await expect.poll(log, { timeout: 15_000 }).toMatchObject([{ status: "DELIVERED", attempts: 2 }]);
    const before = received.length;
    await run(
      builder,
      `mutation S($projectId: ID!, $id: ID!) { resendDelivery(projectId: $projectId, id: $id) { id } }`,
      { projectId, id: (await log())[0]?.id },
    );
    await expect.poll(() => received.length).toBe(before + 1);
    await run(
      builder,
      `mutation S($projectId: ID!, $id: ID!) { simulateHandOff(projectId: $projectId, externalAgentId: $id) { id } }`,
      { projectId, id },
    );
    await expect.poll(() => received.at(-1)?.body["isSimulation"]).toBe(true);
    visitor.close();
  }, 40_000);

  it("that hangs delays nobody's messages", async () => {
    answer = () => undefined;
    const { visitor } = await withSystem();
    await ask(visitor);
    const begun = performance.now();
    visitor.say("are you there?");
    await visitor.hears("are you there?");
    expect(performance.now() - begun).toBeLessThan(8_000);
    visitor.close();
    answer = (send) => send(200);
  });
});
