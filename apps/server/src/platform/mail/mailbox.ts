import type { Db } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import type { MailStore } from "./mailer.ts";

export function createMailbox(db: Db): MailStore {
  return {
    add: async (recipient, { subject, text, html, template }) => {
      await db
        .insertInto("mailbox")
        .values({ id: newId(), recipient, subject, text, html, template })
        .execute();
    },
  };
}

const columns = [
  "id",
  "recipient",
  "subject",
  "text",
  "html",
  "template",
  "created_at as createdAt",
] as const;

/** Newest first. */
export function mailsTo(db: Db, recipient: string, limit = 50) {
  return db
    .selectFrom("mailbox")
    .select(columns)
    .where("recipient", "=", recipient)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Newest first. */
export function latestMails(db: Db, limit = 50) {
  return db
    .selectFrom("mailbox")
    .select(columns)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
