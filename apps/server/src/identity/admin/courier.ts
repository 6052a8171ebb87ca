// Mails that stayed in the development mailbox, in Kratos' words. Bodies are shown outside production only.
import { latestMails, mailsTo } from "#platform/mail/mailbox.ts";
import type { Exchange } from "../exchange.ts";
import { readPage } from "../pages.ts";

export async function listMessages(x: Exchange) {
  const { db, settings } = x.provider;
  const { limit } = readPage(x.query);
  const recipient = x.query["recipient"];
  const mails = recipient === undefined ? await latestMails(db, limit) : await mailsTo(db, recipient, limit);
  const hidden = "<redacted-unless-dev-mode>";
  return x.reply.code(200).send(
    mails.map((mail) => ({
      id: mail.id,
      status: "sent",
      type: "email",
      recipient: mail.recipient,
      subject: settings.showsMailBodies ? mail.subject : hidden,
      body: settings.showsMailBodies ? mail.text : hidden,
      template_type: mail.template.replaceAll("-", "_"),
      send_count: 1,
      created_at: mail.createdAt.toISOString(),
      updated_at: mail.createdAt.toISOString(),
    })),
  );
}
