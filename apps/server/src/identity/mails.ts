// Mails only the provider writes; those with a code are the product's own templates.
import { type Mail, composeMail } from "#platform/mail/mail.ts";
import type { Device } from "./sessions.ts";

interface RecoveredDetails {
  readonly at: Date;
  readonly device: string;
  readonly endedSessions: number;
  readonly recoveryLink: string;
}

export function accountRecoveredMail({ at, device, endedSessions, recoveryLink }: RecoveredDetails): Mail {
  return composeMail("account-recovered", "Your Parley account was recovered", [
    `A recovery code was used on ${at.toISOString().slice(0, 16).replace("T", " at ")} UTC from ${device}.`,
    endedSessions === 0
      ? "You had no other sessions."
      : `You were signed out everywhere else (${endedSessions}).`,
    "If this was not you, recover the account yourself at once, and change the password of your mailbox:",
    { link: recoveryLink, label: "Recover your account" },
  ]);
}

export function describeDevice({ ipAddress, userAgent }: Device): string {
  const browser = userAgent === "" ? "an unknown browser" : userAgent;
  return ipAddress === "" ? browser : `${browser} at ${ipAddress}`;
}
