// A visitor who reaches a solution's bot through a channel of the Sandbox, over the chat's own protocol.
import { connectVisitor } from "../apps/server/src/conversations/testing.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";

/** A channel with the bot of the project's only solution; answers its widget. */
export async function aChannelFor({ db }: TestServer, projectId: string): Promise<string> {
  const bot = await db
    .selectFrom("bots")
    .select(["id", "customer_id"])
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  const [pypeId, streamId, widgetId] = [newId(), newId(), newId()];
  await db
    .insertInto("pypes")
    .values({
      id: pypeId,
      project_id: projectId,
      customer_id: bot.customer_id,
      environment: "Sandbox",
      name: "Web",
      agent_routing: "BOT_ONLY",
    })
    .execute();
  await db
    .insertInto("streams")
    .values({ id: streamId, pype_id: pypeId, name: "Main", start_chat_bot_id: bot.id })
    .execute();
  await db
    .insertInto("widgets")
    .values({ id: widgetId, pype_id: pypeId, stream_id: streamId, widget_name: "Corner" })
    .execute();
  return widgetId;
}

/** What the bot says to these words in a conversation of its own. */
export async function sayTo(server: TestServer, widgetId: string, words: string): Promise<string> {
  const visitor = connectVisitor(server.urls.api, { widgetId });
  try {
    await visitor.next("welcome");
    visitor.say(words);
    const deadline = Date.now() + 20_000;
    while (Date.now() < deadline) {
      const asked = visitor.messages.findIndex((message) => message.author === "visitor");
      const answers = asked < 0 ? [] : visitor.messages.slice(asked + 1);
      const said = answers
        .filter((message) => message.author === "bot")
        .map((message) => JSON.stringify(message.content));
      if (said.length > 0) return said.join("\n");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("The bot did not answer.");
  } finally {
    visitor.close();
  }
}
