// What people add to a conversation afterwards: labels, notes, an outcome, and its words for the intent inbox.
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { collectUtterance } from "#domains/bots";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { requiredText } from "#platform/input.ts";
import { publish } from "#platform/live.ts";
import { audited, entryOf } from "./find.ts";
import { noteChanges } from "./fold.ts";
import { maskText } from "./mask.ts";
import { readTranscript } from "./transcript.ts";

const mostLabels = 20;

export const resolvers: Resolvers = {
  Mutation: {
    async setConversationLabels(_, { projectId, id, labels: given }, ctx) {
      const grants = await requireAccess(ctx.viewer, "history.annotate", { projectId });
      const entry = await entryOf(ctx, projectId, id);
      const labels = [
        ...new Set(given.map((label, index) => requiredText(`labels.${index}`, label, "a label", 60))),
      ];
      if (labels.length > mostLabels) throw new Invalid("labels", `Use at most ${mostLabels} labels.`);
      await change(ctx, async (tx) => {
        await tx.deleteFrom("conversation_labels").where("conversation_id", "=", id).execute();
        if (labels.length > 0) {
          await tx
            .insertInto("conversation_labels")
            .values(
              labels.map((label) => ({
                conversation_id: id,
                label,
                project_id: projectId,
                created_by: ctx.viewer.userId ?? null,
              })),
            )
            .execute();
        }
        await noteChanges(tx, [id]);
        await recordAudit(tx, ctx, {
          ...audited(grants, entry),
          action: "conversation.labelled",
          message: labels.length === 0 ? "removed the labels" : `labelled it ${labels.join(", ")}`,
          before: { labels: entry.labels },
          after: { labels },
        });
        await publish(tx, "conversation-labels", { conversationId: id, projectId });
      });
      return { data: await readTranscript(ctx, projectId, id) };
    },
    async setConversationOutcome(_, { projectId, id, outcome: given }, ctx) {
      const grants = await requireAccess(ctx.viewer, "history.annotate", { projectId });
      const entry = await entryOf(ctx, projectId, id);
      const outcome = requiredText("outcome", given, "an outcome", 60);
      await change(ctx, async (tx) => {
        // The version is the fence of the chat: a server that still remembers the old row reads it again.
        const { numUpdatedRows } = await tx
          .updateTable("conversations")
          .set((eb) => ({ outcome, version: eb("version", "+", 1) }))
          .where("id", "=", id)
          .where("status", "=", "ENDED")
          .executeTakeFirst();
        if (numUpdatedRows === 0n) {
          throw new Conflict("This conversation has not ended yet: it gets its outcome at its end.");
        }
        await recordAudit(tx, ctx, {
          ...audited(grants, entry),
          action: "conversation.outcome-set",
          message: `set the outcome to ${outcome}`,
          before: { outcome: entry.outcome },
          after: { outcome },
        });
      });
      return { data: await readTranscript(ctx, projectId, id) };
    },
    async addHistoryNote(_, { projectId, id, text: given }, ctx) {
      const grants = await requireAccess(ctx.viewer, "history.annotate", { projectId });
      const entry = await entryOf(ctx, projectId, id);
      const text = given.trim();
      if (text === "") throw new Invalid("text", "Write a note.");
      if (text.length > 5_000) throw new Invalid("text", "Use at most 5000 characters.");
      const noteId = newId();
      await change(ctx, async (tx) => {
        const author = await tx
          .selectFrom("users")
          .select(["first_name", "last_name"])
          .where("id", "=", ctx.viewer.userId ?? "")
          .executeTakeFirst();
        await tx
          .insertInto("conversation_notes")
          .values({
            id: noteId,
            conversation_id: id,
            user_id: ctx.viewer.userId ?? null,
            author_name: author ? `${author.first_name} ${author.last_name}` : "",
            text,
          })
          .execute();
        await recordAudit(tx, ctx, {
          ...audited(grants, entry),
          action: "conversation.note-added",
          message: "added a note",
        });
        await publish(tx, "conversation-note", { conversationId: id, projectId });
      });
      return { data: await readTranscript(ctx, projectId, id) };
    },
    async collectTurn(_, { projectId, id, turn, intent }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const entry = await entryOf(ctx, projectId, id);
      const said = await ctx.db
        .selectFrom("conversation_turns as t")
        .innerJoin("conversation_messages as m", (join) =>
          join
            .onRef("m.conversation_id", "=", "t.conversation_id")
            .onRef("m.sequence", "=", "t.visitor_sequence"),
        )
        .select(["m.text", "t.bot_id", "t.bot_version_id", "t.intent", "t.intent_score"])
        .where("t.conversation_id", "=", id)
        .where("t.turn", "=", turn)
        .executeTakeFirst();
      if (!said) throw new NotFound("turn");
      const botId = said.bot_id;
      if (!botId || said.text.trim() === "") throw new Invalid("turn", "No bot heard words in this turn.");
      await change(ctx, async (tx) => {
        await collectUtterance(tx, {
          botId,
          // Training examples outlive the conversation: nobody's address belongs into them.
          text: maskText(said.text),
          suggestedIntent: intent ?? said.intent ?? undefined,
          score: said.intent_score ?? undefined,
          reason: intent ? "CORRECTED" : "MANUAL",
          conversationId: id,
          versionId: said.bot_version_id ?? undefined,
        });
        await recordAudit(tx, ctx, {
          ...audited(grants, entry),
          action: "conversation.turn-collected",
          message: "sent what a visitor said to the intent inbox",
        });
      });
      return true;
    },
  },
};
