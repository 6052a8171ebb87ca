// The built-in desk: who waits, taking a conversation, answering it, giving it back.
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { storeUpload } from "#domains/files";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { page } from "#platform/input.ts";
import { publish } from "#platform/live.ts";
import { type Context, watch } from "../context.ts";
import { advance } from "./advance.ts";
import { createChat, type Chat } from "./chat.ts";
import { deskColleagues } from "./colleagues.ts";
import type { Committed } from "./commit.ts";
import type { Draft } from "./draft.ts";
import { clientMessageId as clientMessageIdForm, type Content, longestText } from "./content.ts";
import { keepFile, maxFileBytes } from "./conversation-files.ts";
import { sequenceOfClientMessage } from "./messages.ts";
import { type Person, personHandsOver, personIsDone, personSays, personTakes } from "./people.ts";
import { type ConversationRow, deskConversations, findConversation } from "./queries.ts";

type Mutations = NonNullable<Resolvers["Mutation"]>;
type Queries = NonNullable<Resolvers["Query"]>;
type Subscriptions = NonNullable<Resolvers["Subscription"]>;

const deskPage = { usual: 50, most: 200 };

export const deskQueries: Queries = {
  async deskConversations(_, { projectId, view, limit, offset }, ctx) {
    await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    const filter = { projectId, view, userId: ctx.viewer.userId ?? "" };
    return deskConversations(ctx.db, filter, page({ limit, offset }, deskPage));
  },
  conversation: (_, { projectId, id }, ctx) => readable(ctx, projectId, id),
  async deskColleagues(_, { projectId }, ctx) {
    const grants = await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    return deskColleagues(ctx.db, grants);
  },
};

export const deskMutations: Mutations = {
  async claimConversation(_, { projectId, id }, ctx) {
    const grants = await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    return moved(ctx, grants, id, "claimed", "took over a conversation", async (draft, _chat, person) =>
      personTakes(draft, person),
    );
  },
  async answerConversation(_, { projectId, id, text, clientMessageId }, ctx) {
    await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    await conversationOf(ctx, projectId, id);
    const words = text.trim();
    if (words === "") throw new Invalid("text", "Write something first.");
    if (words.length > longestText)
      throw new Invalid("text", `An answer has at most ${longestText} characters.`);
    const content = { type: "text", text: words.toWellFormed().replaceAll("\0", "") } as const;
    return sayOnce(ctx, projectId, id, content, clientMessageId);
  },
  async sendConversationFile(_, { projectId, id, file, clientMessageId }, ctx) {
    const { accountId } = await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    const { status } = await conversationOf(ctx, projectId, id);
    if (status === "ENDED") throw new Conflict("This conversation has ended.");
    const stored = await storeUpload(ctx, file, { maxBytes: maxFileBytes });
    const content = await ctx.db
      .transaction()
      .execute((tx) =>
        keepFile(tx, { conversationId: id, accountId, author: "agent", userId: ctx.viewer.userId }, stored),
      );
    return sayOnce(ctx, projectId, id, content, clientMessageId);
  },
  async returnConversationToBot(_, { projectId, id }, ctx) {
    const grants = await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    return moved(ctx, grants, id, "returned", "gave a conversation back to the bot", (draft, chat) =>
      personIsDone(chat, draft, { isBackToBot: true }),
    );
  },
  async transferConversation(_, { projectId, id, userId }, ctx) {
    const grants = await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    const colleague = (await deskColleagues(ctx.db, grants)).find((each) => each.userId === userId);
    if (!colleague) throw new Invalid("userId", "Choose somebody who may answer at this desk.");
    const to = await personWith(ctx, userId);
    const message = `handed a conversation to ${colleague.name}`;
    return moved(ctx, grants, id, "transferred", message, async (draft, _chat, person) =>
      personHandsOver(draft, person, to),
    );
  },
  async closeConversation(_, { projectId, id, outcome }, ctx) {
    const grants = await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    const result = outcome?.trim().slice(0, 60) || "resolved";
    return moved(ctx, grants, id, "closed", `closed a conversation as ${result}`, (draft, chat) =>
      personIsDone(chat, draft, { isBackToBot: false, outcome: result }),
    );
  },
  async addConversationNote(_, { projectId, id, text }, ctx) {
    const { accountId } = await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    await conversationOf(ctx, projectId, id);
    const words = text.trim();
    if (words === "" || words.length > 5_000) throw new Invalid("text", "A note has 1 to 5,000 characters.");
    const { name } = await personOf(ctx);
    const note = { id: newId(), authorName: name, text: words, createdAt: new Date() };
    return change(ctx, async (tx) => {
      await tx
        .insertInto("conversation_notes")
        .values({
          id: note.id,
          conversation_id: id,
          user_id: ctx.viewer.userId ?? null,
          author_name: name,
          text: words,
        })
        .execute();
      await recordAudit(tx, ctx, {
        ...entry({ accountId, projectId }, id),
        action: "conversation.noted",
        message: "wrote a note on a conversation",
      });
      await publish(tx, "conversation-note", { conversationId: id, projectId });
      return note;
    });
  },
  async typeInConversation(_, { projectId, id }, ctx) {
    await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    await conversationOf(ctx, projectId, id);
    const { name } = await personOf(ctx);
    await publish(ctx.db, "conversation-typing", { conversationId: id, author: "agent", name });
    return true;
  },
};

export const deskSubscriptions: Subscriptions = {
  deskConversations: {
    async subscribe(_, { projectId, view }, ctx) {
      await requireAccess(ctx.viewer, "conversation.answer", { projectId });
      return watch(ctx, ["conversation-message"], {
        isRelevant: (event) => event.payload["projectId"] === projectId,
        async read() {
          await requireAccess(ctx.viewer, "conversation.answer", { projectId });
          const filter = { projectId, view, userId: ctx.viewer.userId ?? "" };
          return { deskConversations: await deskConversations(ctx.db, filter, { limit: 200, offset: 0 }) };
        },
      });
    },
  },
  conversation: {
    async subscribe(_, { projectId, id }, ctx) {
      await readable(ctx, projectId, id);
      return watch(ctx, ["conversation-message", "conversation-note"], {
        isRelevant: (event) => event.payload["conversationId"] === id,
        read: async () => ({ conversation: await readable(ctx, projectId, id) }),
      });
    },
  },
  conversationTyping: {
    async subscribe(_, { projectId, id }, ctx) {
      await requireAccess(ctx.viewer, "conversation.answer", { projectId });
      await conversationOf(ctx, projectId, id);
      return watch(ctx, ["conversation-typing"], {
        isRelevant: ({ payload }) => payload["conversationId"] === id && payload["author"] === "visitor",
        async read() {
          await requireAccess(ctx.viewer, "conversation.answer", { projectId });
          return { conversationTyping: new Date() };
        },
      });
    },
  },
};

/** What was said under this id before is not said again. */
async function sayOnce(
  ctx: Context,
  projectId: string,
  id: string,
  content: Content,
  clientMessageId: string,
): Promise<ConversationRow> {
  if (!clientMessageIdForm.safeParse(clientMessageId).success)
    throw new Invalid("clientMessageId", "Use letters, digits and hyphens.");
  const person = await personOf(ctx);
  try {
    await advance(createChat(ctx), id, (draft) => personSays(draft, person, content, clientMessageId));
  } catch (error) {
    const isKnown = await sequenceOfClientMessage(ctx.db, id, clientMessageId);
    if (isKnown === undefined) throw error;
  }
  return conversationOf(ctx, projectId, id);
}

/** Test runs are also for those who build the channel. */
async function readable(ctx: Context, projectId: string, id: string): Promise<ConversationRow> {
  const row = isId(id) ? await findConversation(ctx.db, projectId, id) : undefined;
  await requireAccess(ctx.viewer, row?.isTest ? "channel.read" : "conversation.answer", { projectId });
  if (!row) throw new NotFound("conversation");
  return row;
}

export async function conversationOf(ctx: Context, projectId: string, id: string): Promise<ConversationRow> {
  const row = isId(id) ? await findConversation(ctx.db, projectId, id) : undefined;
  if (!row) throw new NotFound("conversation");
  return row;
}

async function moved(
  ctx: Context,
  grants: { accountId: string; projectId: string },
  id: string,
  verb: string,
  message: string,
  decide: (draft: Draft, chat: Chat, person: Person) => Promise<void>,
): Promise<ConversationRow> {
  const before = await conversationOf(ctx, grants.projectId, id);
  if (before.status === "ENDED") throw new Conflict("This conversation has ended.");
  const person = await personOf(ctx);
  const chat = createChat(ctx);
  const audit = (tx: Parameters<typeof recordAudit>[0], _committed: Committed) =>
    recordAudit(tx, ctx, { ...entry(grants, id), action: `conversation.${verb}`, message });
  const { messages } = await advance(chat, id, (draft) => decide(draft, chat, person), audit);
  // Taking what one already has changes nothing and tells nothing.
  if (messages.length === 0) ctx.hasAudited = true;
  return conversationOf(ctx, grants.projectId, id);
}

function entry(grants: { accountId: string; projectId: string }, id: string) {
  const { accountId, projectId } = grants;
  return { accountId, projectId, product: "agent_assist", objectType: "conversation", objectId: id } as const;
}

const personOf = (ctx: Context) => personWith(ctx, ctx.viewer.userId);

async function personWith(ctx: Context, userId: string | undefined): Promise<Person> {
  const user = await ctx.db
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", userId ?? "")
    .executeTakeFirst();
  // Visitors get to know first names only.
  return { name: user?.first_name || "A colleague", userId };
}
