// A mail server may be away for a moment. The provider's mails answer a person who waits, so they are tried
// again for as long as the code in them is worth anything; in memory, since a code must not be readable at rest.
import { Unavailable } from "#platform/errors.ts";
import type { Log } from "#platform/log.ts";
import type { Mailer } from "#platform/mail/mailer.ts";

const pausesMs = [2_000, 5_000, 15_000, 45_000, 120_000, 300_000];

export interface PatientMailer extends Pick<Mailer, "send"> {
  close(): void;
}

export function createPatientMailer(
  mailer: Pick<Mailer, "send">,
  log: Pick<Log, "warn">,
  pauses: readonly number[] = pausesMs,
): PatientMailer {
  const waiting = new Set<NodeJS.Timeout>();

  async function attempt(
    recipient: string,
    mail: Parameters<Mailer["send"]>[1],
    tries: number,
  ): Promise<void> {
    try {
      await mailer.send(recipient, mail);
    } catch (error) {
      const pause = pauses[tries];
      if (!(error instanceof Unavailable) || pause === undefined) throw error;
      log.warn({ error, template: mail.template, tries: tries + 1 }, "a mail waits for the mail server");
      const timer = setTimeout(() => {
        waiting.delete(timer);
        attempt(recipient, mail, tries + 1).catch((reason: unknown) =>
          log.warn({ error: reason, template: mail.template }, "a mail could not be sent"),
        );
      }, pause);
      timer.unref();
      waiting.add(timer);
    }
  }

  return {
    send: (recipient, mail) => attempt(recipient, mail, 0),
    close() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
