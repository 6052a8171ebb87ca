import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aChat, aNode, connectVisitor } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const enter = (widgetId: string, hello: Record<string, unknown> = {}) =>
  connectVisitor(server.urls.api, { widgetId, visitorId: "visitor-1", ...hello });

describe("a conversation", () => {
  it("greets, answers in order and keeps everything until it is removed", async () => {
    const { widgetId } = await aChat(server);
    const visitor = enter(widgetId);
    const { conversation } = await visitor.next("welcome");
    await visitor.hears("Welcome");
    visitor.say("one");
    visitor.say("two");
    await visitor.hears("You said: two");
    expect(visitor.messages.map((message) => [message.sequence, message.author])).toEqual([
      [1, "bot"],
      [2, "visitor"],
      [3, "bot"],
      [4, "visitor"],
      [5, "bot"],
    ]);
    const turns = await server.db
      .selectFrom("conversation_turns")
      .select(["turn", "kind", "visitor_sequence", "node_ids", "is_fallback"])
      .where("conversation_id", "=", conversation.id)
      .orderBy("turn")
      .execute();
    expect(turns.map((turn) => [turn.kind, turn.visitor_sequence, turn.node_ids])).toEqual([
      ["start", null, ["start"]],
      ["visitor", 2, ["echo"]],
      ["visitor", 4, ["echo"]],
    ]);
    visitor.close();
    const { id } = conversation;
    await server.db.deleteFrom("conversations").where("id", "=", id).execute();
    const { rows: left } = await sql`select text from conversation_messages where conversation_id = ${id}
      union all select kind from conversation_turns where conversation_id = ${id}`.execute(server.db);
    expect(left).toEqual([]);
  });

  it("continues from the sequence a visitor names, without a gap or a repeat", async () => {
    const { widgetId } = await aChat(server);
    const first = enter(widgetId);
    const { conversation } = await first.next("welcome");
    first.say("one");
    await first.hears("You said: one");
    first.socket.terminate();
    const again = connectVisitor(server.urls.api, {
      conversation: { id: conversation.id, token: conversation.token, after: 2 },
    });
    await again.next("welcome");
    again.say("two");
    await again.hears("You said: two");
    expect(again.messages.map((message) => message.sequence)).toEqual([3, 4, 5]);
    again.close();
  });

  it("that somebody holds in the database keeps no other waiting", async () => {
    const { widgetId } = await aChat(server);
    const [held, free] = [enter(widgetId), enter(widgetId, { visitorId: "visitor-2" })];
    const { conversation } = await held.next("welcome");
    await Promise.all([held.hears("Welcome"), free.hears("Welcome")]);
    await server.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom("conversations")
        .select("id")
        .where("id", "=", conversation.id)
        .forUpdate()
        .execute();
      held.say("one");
      // Its statement is under way, and will be until this transaction is over.
      await expect
        .poll(async () => {
          const { rows } = await sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%update conversations%'`.execute(
            server.db,
          );
          return rows.length;
        })
        .toBeGreaterThan(0);
      free.say("two");
      await free.hears("You said: two");
      expect(held.messages).toHaveLength(1);
    });
    await held.hears("You said: one");
    held.close();
    free.close();
  });

  it("takes a message once however often it is sent", async () => {
    const { widgetId } = await aChat(server);
    const visitor = enter(widgetId);
    await visitor.next("welcome");
    visitor.say("hello", "same-id");
    visitor.say("hello", "same-id");
    const [one, two] = [await visitor.next("accepted"), await visitor.next("accepted")];
    expect(two.sequence).toBe(one.sequence);
    visitor.say("end");
    await visitor.hears("You said: end");
    expect(visitor.messages.filter((message) => message.author === "visitor")).toHaveLength(2);
    visitor.close();
  });

  it("runs scripts with their words and variables, and says so when one fails", async () => {
    const { widgetId } = await aChat(server, {
      nodes: [
        aNode("start", "start", { message: "Hi" }),
        aNode("script", "script", {
          intent: "*",
          parameterInput: { scriptId: "double", arguments: { n: "{{last.text}}" } },
          output: "doubled",
          nextNodes: [{ port: "next", target: "say" }],
        }),
        aNode("say", "message", { message: "Doubled: {{doubled}} {{colour}}", whatsNext: "listen" }),
      ],
      files: [
        {
          filePath: "scripts/double.js",
          content: `if (input.n === "boom") throw new Error("boom"); say("thinking"); set("colour", "red"); return Number(input.n) * 2;`,
        },
      ],
    });
    const visitor = enter(widgetId);
    const { conversation } = await visitor.next("welcome");
    visitor.say("21");
    await visitor.hears("Doubled: 42 red");
    expect(visitor.messages.map((message) => message.content)).toContainEqual(
      expect.objectContaining({ text: "thinking" }),
    );
    visitor.say("boom");
    await visitor.hears("Something went wrong");
    const failed = await server.db
      .selectFrom("conversation_turns")
      .select(["error", "effects"])
      .where("conversation_id", "=", conversation.id)
      .where("turn", "=", 3)
      .executeTakeFirstOrThrow();
    expect(failed.error).toContain("boom");
    expect(failed.effects).toMatchObject([{ type: "runScript", name: "double", ok: false }]);
    visitor.close();
  });

  it("waits as long as the flow says, then goes on", async () => {
    const { widgetId } = await aChat(server, {
      nodes: [
        aNode("start", "start", { message: "Hi", nextNodes: [{ port: "next", target: "wait" }] }),
        aNode("wait", "wait", {
          parameterInput: { seconds: 1, ignoresVisitor: true },
          nextNodes: [{ port: "next", target: "after" }],
        }),
        aNode("after", "message", { message: "Still there?", whatsNext: "listen" }),
      ],
    });
    const visitor = enter(widgetId);
    await visitor.hears("Still there?");
    visitor.close();
  });

  it("hands over to the closing bot and ends", async () => {
    const { widgetId } = await aChat(server, {
      nodes: [
        aNode("start", "start", { message: "Hi" }),
        aNode("bye", "end", { intent: "*", message: "Bye", parameterInput: { outcome: "sold" } }),
      ],
      endNodes: [
        aNode("start", "start", { message: "How was it?" }),
        aNode("thanks", "end", { intent: "*", message: "Thank you" }),
      ],
    });
    const visitor = enter(widgetId);
    const { conversation } = await visitor.next("welcome");
    visitor.say("done");
    await visitor.hears("How was it?");
    visitor.say("good");
    await visitor.hears("The conversation has ended");
    await expect
      .poll(() => visitor.frames.some((frame) => frame.type === "status" && frame.status === "ENDED"))
      .toBe(true);
    const row = await server.db
      .selectFrom("conversations")
      .select(["status", "outcome", "ended_at", "phase"])
      .where("id", "=", conversation.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "ENDED", outcome: "sold", phase: "END" });
    expect(row.ended_at).not.toBeNull();
    visitor.say("more");
    expect((await visitor.next("refused")).code).toBe("ended");
    visitor.close();
  });

  it("answers with the fallback when the flow has nothing to say", async () => {
    const { widgetId } = await aChat(server, { nodes: [aNode("start", "start", { message: "Hi" })] });
    const visitor = enter(widgetId);
    await visitor.next("welcome");
    visitor.say("qwertz");
    await visitor.hears("Sorry, I did not get that");
    visitor.close();
  });
});
