import type { Resolvers } from "#generated/resolvers.ts";
import { load } from "../context.ts";
import { deskMutations, deskQueries, deskSubscriptions } from "./desk-resolvers.ts";
import { messagesAfter } from "./messages.ts";
import { handOffsOf, lastTexts, notesOf, turnsOf } from "./queries.ts";
import { setupMutations, setupQueries } from "./setup-resolvers.ts";

export const resolvers: Resolvers = {
  Query: { ...deskQueries, ...setupQueries },
  Mutation: { ...deskMutations, ...setupMutations },
  Subscription: deskSubscriptions,
  Conversation: {
    lastText: ({ id }, _, ctx) => load(ctx, lastTexts, id),
    messages: ({ id }, { after }, ctx) => messagesAfter(ctx.db, id, after ?? 0, 500),
    turns: ({ id }, _, ctx) => turnsOf(ctx.db, id),
    notes: ({ id }, _, ctx) => notesOf(ctx.db, id),
    handOffs: ({ id }, _, ctx) => handOffsOf(ctx.db, id),
  },
};
