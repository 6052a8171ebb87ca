import type { JobHandler } from "#platform/jobs.ts";
import { invitationMail } from "#platform/mail/templates.ts";
import type { Services } from "../context.ts";
import { findUser } from "./queries.ts";

const validDays = 14;

/** Mails an invitation: the recovery flow at the sign-in page lets an invited person choose how to sign in. */
export function invitationHandler(services: Services): JobHandler {
  return async ({ payload }) => {
    const { db, mailer, config } = services;
    const [accountId, userId, invitedBy] = [
      payload["accountId"],
      payload["userId"],
      payload["invitedBy"],
    ].map(String);
    const user = await findUser(db, userId ?? "");
    const account = await db
      .selectFrom("accounts")
      .select("name")
      .where("id", "=", accountId ?? "")
      .executeTakeFirst();
    // Removed or signed in since: nothing left to invite to.
    if (!user || !account || user.status !== "INVITED") return;
    const inviter = payload["invitedBy"] === null ? undefined : await findUser(db, invitedBy ?? "");
    const link = new URL(`${config.urls.signIn}/recovery`);
    link.searchParams.set("emailId", user.userName);
    link.searchParams.set("return_to", config.urls.console);
    await mailer.send(
      user.userName,
      invitationMail({
        organisation: account.name,
        invitedBy: inviter ? `${inviter.firstName} ${inviter.lastName}` : "An administrator",
        link: link.href,
        days: validDays,
      }),
    );
  };
}
