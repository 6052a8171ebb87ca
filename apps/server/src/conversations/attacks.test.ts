import { createHmac, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform/ids.ts";
import { aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { isAllowedOrigin, isAllowedPage } from "./allowed-pages.ts";
import { createChat } from "./chat.ts";
import { secondsUntilUpload } from "./conversation-files.ts";
import { createRateLimits } from "./rate-limits.ts";
import { aChat, type ChatPlace, connectVisitor } from "./testing.ts";
import { open } from "./visitor-session.ts";

let server: TestServer;
let place: ChatPlace;
beforeAll(async () => {
  server = await startTestServer();
  place = await aChat(server, { domain: { host: "shop.example", port: null } });
});
afterAll(() => server.stop());

const enter = (hello: Record<string, unknown> = {}, origin?: string | null) =>
  connectVisitor(
    server.urls.api,
    { widgetId: place.widgetId, ...hello },
    origin === undefined ? {} : { origin },
  );
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.urls.api}/chat/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

async function aConversation() {
  const visitor = enter();
  const { conversation } = await visitor.next("welcome");
  await visitor.hears("Welcome");
  return { visitor, id: conversation.id, token: conversation.token ?? "" };
}

describe("who may come in", () => {
  it("not from a page that is not listed, nor without saying where from", async () => {
    expect((await enter({}, "https://evil.example").closed).code).toBe(4403);
    expect((await enter({}, "https://shop.example.evil.example").closed).code).toBe(4403);
    expect((await enter({}, "null").closed).code).toBe(1006);
    expect((await enter({}, null).closed).code).toBe(1006);
    expect((await enter({ pageUrl: "https://evil.example/" }).closed).code).toBe(4403);
    const visitor = enter({}, "https://shop.example");
    await visitor.next("welcome");
    visitor.close();
  });

  it("only with the token of that very conversation", async () => {
    const mine = await aConversation();
    const other = await aConversation();
    const forged = [
      { id: mine.id, token: other.token },
      { id: mine.id, token: randomBytes(32).toString("base64url") },
      { id: mine.id, token: `${mine.token.slice(0, -1)}${mine.token.endsWith("A") ? "B" : "A"}` },
      { id: newId(), token: mine.token },
    ];
    for (const each of forged) {
      const visitor = connectVisitor(server.urls.api, { conversation: { ...each, after: 0 } });
      expect((await visitor.closed).code).toBe(4401);
      expect(visitor.messages).toEqual([]);
      const poll = await post("poll", { conversation: { ...each, after: 0 } });
      expect(poll.status).toBe(401);
    }
    mine.visitor.close();
    other.visitor.close();
  });

  it("with a proof of who they are where the channel wants one", async () => {
    const strict = await aChat(server);
    const builder = await aUser(server, { accountId: strict.accountId, roleKeys: ["pro_studio_builder"] });
    const { data } = await server.graphql<{ setVisitorVerification: { secret: string } }>(
      `mutation V($projectId: ID!, $pypeId: ID!) { setVisitorVerification(projectId: $projectId, pypeId: $pypeId, isRequired: true) { secret } }`,
      { projectId: strict.projectId, pypeId: strict.pypeId },
      { userId: builder },
    );
    const { secret } = data.setVisitorVerification;
    const jwt = (claims: object, key = secret, alg = "HS256") => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const signed = `${part({ alg, typ: "JWT" })}.${part(claims)}`;
      return `${signed}.${alg === "none" ? "" : createHmac("sha256", key).update(signed).digest("base64url")}`;
    };
    const soon = Math.floor(Date.now() / 1_000) + 300;
    const with_ = (identity: unknown) =>
      connectVisitor(server.urls.api, {
        widgetId: strict.widgetId,
        ...(identity !== undefined && { identity }),
      });
    const refused = [
      undefined,
      jwt({ sub: "u1", exp: soon }, "another secret"),
      jwt({ sub: "u1", exp: soon - 900 }),
      jwt({ sub: "u1" }),
      jwt({ sub: "u1", exp: soon }, secret, "none"),
      { id: "u1", hmac: "00" },
    ];
    for (const each of refused) expect((await with_(each).closed).code).toBe(4403);
    const accepted = [
      jwt({ sub: "u1", name: "Ana", exp: soon }),
      { id: "u1", hmac: createHmac("sha256", secret).update("u1").digest("hex") },
    ];
    for (const each of accepted) {
      const visitor = with_(each);
      const { conversation } = await visitor.next("welcome");
      const row = await server.db
        .selectFrom("conversations")
        .select("visitor_identity")
        .where("id", "=", conversation.id)
        .executeTakeFirstOrThrow();
      expect(row.visitor_identity).toMatchObject({ id: "u1" });
      visitor.close();
    }
  });

  it("not when the channel is paused", async () => {
    const paused = await aChat(server, { pype: { status: "PAUSED" } });
    const visitor = connectVisitor(server.urls.api, { widgetId: paused.widgetId });
    expect((await visitor.next("refused")).message).toMatch(/come back later/);
    expect((await visitor.closed).code).toBe(4410);
  });
});

describe("what is sent", () => {
  it("that is no frame ends the connection and nothing else", async () => {
    const bystander = await aConversation();
    const bad: (string | Buffer)[] = [
      "",
      "{",
      "[]",
      "null",
      '{"type":"nothing"}',
      '{"type":"send"}',
      '{"type":"send","id":"a b","content":{"type":"text","text":"x"}}',
      '{"type":"send","id":"a","content":{"type":"text","text":" "}}',
      `{"type":"send","id":"a","content":{"type":"text","text":"${"x".repeat(4_001)}"}}`,
      '{"type":"send","id":"a","content":{"type":"notice","code":"x","text":"fake"}}',
      '{"type":"send","id":"a","content":{"type":"text","text":"x","author":"agent"}}',
      '{"type":"send","id":"a","content":{"type":"form","values":{"__proto__.x":1}}}',
      `{"type":"send","id":"a","content":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}}`,
      Buffer.from([0, 1, 2, 255]),
    ];
    for (const each of bad) {
      const visitor = enter();
      await visitor.next("welcome");
      visitor.socket.send(each);
      expect((await visitor.closed).code).toBe(4400);
    }
    const large = enter();
    await large.next("welcome");
    large.write({ type: "send", id: "a", content: { type: "text", text: "x".repeat(70_000) } });
    expect((await large.closed).code).toBe(1009);
    const early = connectVisitor(server.urls.api, undefined);
    await new Promise((resolve) => early.socket.once("open", resolve));
    early.say("hello?");
    expect((await early.closed).code).toBe(4400);
    bystander.visitor.say("still here");
    await bystander.visitor.hears("You said: still here");
    bystander.visitor.close();
  });

  it("comes back as it was, in every script", async () => {
    const { visitor } = await aConversation();
    const texts = [
      "Ünïcödé ß",
      "中文字符",
      "العربية ‏مرحبا",
      "עברית",
      "हिन्दी",
      "👩‍👩‍👧‍👦🏳️‍🌈",
      "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L",
      "'; drop table conversations; --",
      "{{last.text}}",
    ];
    for (const text of texts) {
      visitor.say(text);
      await visitor.hears(`You said: ${text}`);
    }
    visitor.say("nul\u0000 and half \ud800 characters");
    await visitor.hears("half � characters");
    visitor.close();
  });

  it("too fast is refused with how long to wait, and what was refused is not kept", async () => {
    const { visitor, id } = await aConversation();
    for (let index = 0; index < 45; index += 1) visitor.say(`message ${index}`, `m${index}`);
    const refusal = await visitor.next("refused");
    expect(refusal).toMatchObject({ code: "too-many" });
    expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
    await expect
      .poll(
        () => visitor.frames.filter((frame) => frame.type === "accepted" || frame.type === "refused").length,
      )
      .toBe(45);
    const accepted = visitor.frames.filter((frame) => frame.type === "accepted").length;
    const { visitor_message_count: kept } = await server.db
      .selectFrom("conversations")
      .select("visitor_message_count")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(kept).toBe(accepted);
    visitor.close();
  });

  it("a visitor who comes back a thousand times is stopped without harm to others", async () => {
    const { visitor, id, token } = await aConversation();
    const comeBack = async () => {
      const again = connectVisitor(server.urls.api, { conversation: { id, token, after: 0 } });
      again.next("welcome").then(
        () => again.socket.terminate(),
        () => undefined,
      );
      return (await again.closed).code;
    };
    const codes: number[] = [];
    // More at once than the system keeps waiting at its door come in seconds later each, which says nothing about us.
    for (let wave = 0; wave < 10; wave += 1)
      codes.push(...(await Promise.all(Array.from({ length: 100 }, comeBack))));
    expect(codes.filter((code) => code === 4429).length).toBeGreaterThan(800);
    const other = await aConversation();
    other.visitor.say("all well");
    await other.visitor.hears("You said: all well");
    other.visitor.close();
    visitor.close();
  }, 60_000);

  it("a visitor who begins again and again is stopped by every server alike", async () => {
    const visitorId = `again-${newId()}`;
    const hello = { type: "hello", widgetId: place.widgetId, visitorId, pageUrl: "", page: {} } as const;
    // Buckets of its own each time, as a server has that never saw this visitor.
    const begin = () =>
      open({ chat: createChat(server.services), rates: createRateLimits() }, hello, "https://shop.example");
    for (let index = 0; index < 8; index += 1) await begin();
    await expect(begin()).rejects.toMatchObject({ code: "too-many" });
  });

  it("a channel that everybody rushes to is held by every server alike", async () => {
    const rushed = await aChat(server, { domain: { host: "rush.example", port: null } });
    const begin = () =>
      open(
        { chat: createChat(server.services), rates: createRateLimits() },
        { type: "hello", widgetId: rushed.widgetId, pageUrl: "", page: {} },
        "https://rush.example",
      );
    const { id } = await begin();
    await sql`insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
      from conversations c, generate_series(1, 398) where c.id = ${id}`.execute(server.db);
    await begin();
    await expect(begin()).rejects.toMatchObject({ code: "too-many" });
  });

  it("a connection that never says hello, or never finishes its upgrade, holds nothing up", async () => {
    const { hostname, port } = new URL(server.urls.api);
    const half = connect(Number(port), hostname);
    half.write("GET /chat HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n");
    const { visitor } = await aConversation();
    visitor.say("fine");
    await visitor.hears("You said: fine");
    half.destroy();
    visitor.close();
  });
});

describe("files", () => {
  it("of one visitor are counted over all servers", async () => {
    const { visitor, id, token } = await aConversation();
    for (let index = 0; index < 9; index += 1) {
      expect((await upload(id, token, new TextEncoder().encode("note"))).status).toBe(200);
    }
    expect(await secondsUntilUpload(server.db, id)).toBe(0);
    expect((await upload(id, token, new TextEncoder().encode("note"))).status).toBe(200);
    expect(await secondsUntilUpload(server.db, id)).toBeGreaterThan(0);
    visitor.close();
  });

  const upload = (id: string, token: string, body: Uint8Array<ArrayBuffer>) =>
    fetch(`${server.urls.api}/chat/files?name=..%2F..%2Fnote.html`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "x-conversation": id,
        "content-type": "application/octet-stream",
      },
      body,
    });
  const read = (fileId: string, id: string, token: string) =>
    fetch(`${server.urls.api}/chat/files/${fileId}`, {
      headers: { authorization: `Bearer ${token}`, "x-conversation": id },
    });

  it("reach only those in the conversation, as downloads", async () => {
    const mine = await aConversation();
    const other = await aConversation();
    const page = new TextEncoder().encode("<script>alert(1)</script>");
    const { fileId } = (await (await upload(mine.id, mine.token, page)).json()) as { fileId: string };
    mine.visitor.write({ type: "send", id: "f1", content: { type: "file", fileId } });
    const message = await mine.visitor.hears(fileId);
    expect(message.content).toMatchObject({ type: "file", name: "note.html" });
    const served = await read(fileId, mine.id, mine.token);
    expect(served.status).toBe(200);
    expect(served.headers.get("content-type")).toContain("text/plain");
    expect(served.headers.get("content-disposition")).toContain("attachment");
    expect((await read(fileId, other.id, other.token)).status).toBe(404);
    expect((await fetch(`${server.urls.api}/chat/files/${fileId}`)).status).toBe(404);
    other.visitor.write({ type: "send", id: "f2", content: { type: "file", fileId } });
    expect((await other.visitor.next("refused")).code).toBe("file");
    expect((await upload(mine.id, "wrong-token-wrong-token", page)).status).toBe(401);
    mine.visitor.close();
    other.visitor.close();
  });
});

describe("where websockets are blocked", () => {
  it("the same conversation goes on over plain requests", async () => {
    const welcome = (await (await post("hello", { type: "hello", widgetId: place.widgetId })).json()) as {
      conversation: { id: string; token: string };
    };
    const conversation = { ...welcome.conversation, after: 0 };
    const key = { id: conversation.id, token: conversation.token };
    const poll = async (after: number) => {
      const answer = await post("poll", { conversation: { ...key, after } });
      return ((await answer.json()) as { frames: { type: string; message?: { sequence: number } }[] }).frames;
    };
    expect((await poll(0)).map((frame) => frame.message?.sequence)).toEqual([1]);
    const waiting = poll(1);
    const send = { conversation: { ...key, after: 1 }, id: "p1", content: { type: "text", text: "by post" } };
    expect(await (await post("send", send)).json()).toMatchObject({ type: "accepted", sequence: 2 });
    expect(await (await post("send", send)).json()).toMatchObject({ sequence: 2 });
    expect((await waiting).map((frame) => frame.message?.sequence)).toEqual([2, 3]);
    expect(
      (await post("hello", { type: "hello", widgetId: place.widgetId }, { origin: "https://evil.example" }))
        .status,
    ).toBe(403);
  });
});

describe("rules", () => {
  it("for pages look at host, port and folder, and never at a part of a name", () => {
    const exact = { host: "shop.example", port: null, type: "EXACT", pathPrefix: "/help" };
    const wild = { host: "shop.example", port: null, type: "WILDCARD", pathPrefix: "/" };
    const allowed = (url: string, rule: typeof exact) => isAllowedPage(url, [rule], []);
    expect(allowed("https://shop.example/help/me?x=1", exact)).toBe(true);
    expect(allowed("https://shop.example/helpless", exact)).toBe(false);
    expect(allowed("https://shop.example:8443/help", exact)).toBe(false);
    expect(allowed("https://shop.example@evil.example/help", exact)).toBe(false);
    expect(allowed("https://www.shop.example/", wild)).toBe(true);
    expect(allowed("https://shop.example/", wild)).toBe(false);
    expect(allowed("https://evilshop.example/", wild)).toBe(false);
    expect(allowed("javascript:alert(1)", wild)).toBe(false);
    expect(isAllowedOrigin("https://shop.example", [exact], [])).toBe(true);
  });

  it("for speed fill up again with time", () => {
    let now = 0;
    const rates = createRateLimits(() => now);
    const taken = Array.from({ length: 12 }, () => rates.take("startsOfVisitor", "v"));
    expect(taken.filter((wait) => wait === 0)).toHaveLength(8);
    expect(taken.at(-1)).toBe(10);
    now = 10_000;
    expect(rates.take("startsOfVisitor", "v")).toBe(0);
    expect(rates.take("startsOfVisitor", "v")).toBeGreaterThan(0);
    expect(rates.take("startsOfVisitor", "w")).toBe(0);
  });
});
