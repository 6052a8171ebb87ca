// Sends through SMTP, or keeps the mail in a development mailbox while no SMTP server is configured.
import type { Transporter } from "nodemailer";
import { Invalid, Unavailable } from "#platform/errors.ts";
import type { Mail } from "./mail.ts";

export interface MailStore {
  readonly add: (recipient: string, mail: Mail) => Promise<void>;
}

export interface MailerOptions {
  readonly smtpUrl: string | undefined;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly store: MailStore;
}

export interface Mailer {
  /** False when mails stay in the development mailbox. */
  readonly isDelivering: boolean;
  send(recipient: string, mail: Mail): Promise<void>;
}

const patienceMs = 10_000;
// One address and nothing that a header or an address list could be built from.
const oneAddress = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,253}$/u;

export function createMailer({ smtpUrl, from, store }: MailerOptions): Mailer {
  const deliver = smtpUrl === undefined ? store.add : smtpDelivery(smtpUrl, from);
  return {
    isDelivering: smtpUrl !== undefined,
    send: async (recipient, mail) => {
      if (!oneAddress.test(recipient)) throw new Invalid("email", "This is not one e-mail address.");
      await deliver(recipient, mail);
    },
  };
}

async function smtpTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function smtpDelivery(smtpUrl: string, from: string): MailStore["add"] {
  let transport: Promise<Transporter> | undefined;
  return async (recipient, mail) => {
    transport ??= smtpTransport(smtpUrl);
    try {
      await (
        await transport
      ).sendMail({
        from,
        to: { name: "", address: recipient },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        // Out-of-office robots leave alone what says it was written by a machine.
        headers: { "auto-submitted": "auto-generated", "x-parley-template": mail.template },
      });
    } catch (error) {
      throw Object.assign(new Unavailable("The mail could not be sent. The mail server did not take it."), {
        cause: error,
      });
    }
  };
}
