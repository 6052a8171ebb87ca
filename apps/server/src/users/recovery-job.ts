// Mails a person the way back into their account, after somebody asked for it by their address.
import { z } from "zod";
import type { JobHandler } from "#platform/jobs.ts";
import { recoveryStartedMail } from "#platform/mail/templates.ts";
import type { Services } from "../context.ts";
import { findUser } from "./queries.ts";

/** The code is made when the mail is: nothing secret waits in the queue. */
export function recoveryMailHandler(services: Services): JobHandler {
  return async ({ payload }) => {
    const user = await findUser(services.db, String(payload["userId"]));
    // Blocked, recovered or gone since.
    if (!user || user.status === "SUSPENDED" || !open.has(user.passwordRecoveryStatus)) return;
    const recovery = services.identity
      ? await services.identity.mailedRecovery(user.id)
      : await askProviderForRecovery(services, user.id);
    if (!recovery) return;
    const minutes = Math.max(1, Math.round((recovery.expiresAt.getTime() - Date.now()) / 60_000));
    const { code, link } = recovery;
    await services.mailer.send(user.userName, recoveryStartedMail({ code, link, minutes }));
  };
}

const open: ReadonlySet<string> = new Set(["REQUESTED", "IN_PROGRESS"]);

const answerSchema = z.object({ recovery_link: z.url(), recovery_code: z.string(), expires_at: z.string() });

/** Another provider that speaks Ory Kratos makes the code; we write the mail. */
async function askProviderForRecovery({ config }: Services, identityId: string) {
  const response = await fetch(`${config.urls.providerAdmin}/admin/recovery/code`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ identity_id: identityId, expires_in: "15m" }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The provider answered ${response.status} to a recovery code.`);
  const answer = answerSchema.parse(await response.json());
  return { link: answer.recovery_link, code: answer.recovery_code, expiresAt: new Date(answer.expires_at) };
}
