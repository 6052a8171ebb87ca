// Channels, conversations and their history.
import { aConversation } from "../conversations.ts";
import { picture } from "./administration.ts";
import type { Recipe, Recipes, Tools } from "./recipe.ts";

const liveAgent = { integrationName: "Desk", callbackURL: "https://desk.example/hook" };

/** The channel with all that hangs on it moves to the sandbox, where the mutations of that name look for it. */
export async function moveToSandbox({ database, idOf }: Tools): Promise<void> {
  for (const table of ["pypes", "external_agent_integrations"])
    await database.client.query(`update ${table} set environment = 'Sandbox' where id = $1`, [
      await idOf(table),
    ]);
}

const withConversation =
  (name: "id" | "conversationIds", more: Readonly<Record<string, unknown>> = {}): Recipe =>
  async (args, { database, idOf }) => {
    const id = await aConversation(database, {
      projectId: await idOf("projects"),
      customerId: await idOf("customers"),
      botId: await idOf("bots"),
      turns: [{ visitor: "How heavy may my bag be?", bot: "Up to 23 kg." }],
    });
    return { ...args, ...more, [name]: name === "id" ? id : [id] };
  };

const withWidget: Recipe = async (args, { idOf }) => ({
  ...args,
  data: { ...Object(args["data"]), id: await idOf("widgets") },
});

export const conversations: Recipes = {
  createExternalAgentLive: () => ({ agentInput: liveAgent }),
  createExternalAgentSandbox: () => ({ agentInput: liveAgent }),
  updateExternalAgentSandbox: () => ({ agentInput: liveAgent }),
  putWidgetLive: withWidget,
  putWidgetSandbox: withWidget,
  answerConversation: (args) => ({ ...args, clientMessageId: "said-once" }),
  sendConversationFile: (args) => ({ ...args, clientMessageId: "sent-once", file: picture() }),
  transferConversation: async (args, { call, database, idOf, userId }) => {
    await call("claimConversation", args);
    const { rows } = await database.client.query<{ id: string }>(
      `select h.user_id as id from account_user_roles h join roles r on r.id = h.role_id
       where h.account_id = $1 and r.key = 'agent_assist_agent' and h.user_id <> $2 limit 1`,
      [await idOf("accounts"), userId],
    );
    return { ...args, userId: rows[0]?.id };
  },
  addHistoryNote: withConversation("id"),
  setConversationLabels: withConversation("id"),
  setConversationOutcome: withConversation("id"),
  revealConversation: withConversation("id"),
  collectTurn: withConversation("id", { turn: 1 }),
  addConversationsToEvaluationSet: withConversation("conversationIds"),
  deleteConversations: async (args, tools) => {
    const { id } = await withConversation("id")(args, tools);
    return { ...args, ids: [id] };
  },
  deleteVisitorConversations: async (args, tools) => {
    await withConversation("id")(args, tools);
    await tools.database.client.query("update conversations set visitor_id = 'a visitor'");
    return { ...args, visitorId: "a visitor" };
  },
  deleteSavedSearch: async (args, { database, userId }) => {
    await database.client.query("update saved_searches set user_id = $1 where id = $2", [userId, args["id"]]);
    return args;
  },
};
