// Every mail Parley writes. Codes are in the subject too: people read them from the notification.
import { composeMail, oneLine, type Mail, type Part } from "./mail.ts";

interface CodeDetails {
  readonly code: string;
  readonly minutes: number;
}

const notYou = "If you did not ask for this, you can ignore this mail. Never give the code to anybody.";

export function recoveryCodeMail({ code, minutes }: CodeDetails): Mail {
  return codeMail("recovery-code", `${code} is your Parley recovery code`, { code, minutes }, [
    "Enter this code to get back into your account:",
  ]);
}

/** Somebody asked on the person's behalf: the code comes with the page it belongs to. */
export function recoveryStartedMail({ code, link, minutes }: CodeDetails & { readonly link: string }): Mail {
  return codeMail("recovery-started", `${code} is your Parley recovery code`, { code, minutes }, [
    "A recovery of your account was asked for. Open this page and enter the code there:",
    { link, label: "Recover your account" },
  ]);
}

export function verificationCodeMail({ code, minutes }: CodeDetails): Mail {
  return codeMail("verification-code", `${code} confirms your e-mail address`, { code, minutes }, [
    "Enter this code to confirm that this e-mail address is yours:",
  ]);
}

export function loginCodeMail({ code, minutes }: CodeDetails): Mail {
  return codeMail("login-code", `${code} is your Parley sign-in code`, { code, minutes }, [
    "Enter this code to sign in:",
  ]);
}

export interface InvitationDetails {
  readonly organisation: string;
  readonly invitedBy: string;
  readonly link: string;
  readonly days: number;
}

export function invitationMail({ organisation, invitedBy, link, days }: InvitationDetails): Mail {
  const name = oneLine(organisation, 120);
  return composeMail("invitation", `Join ${name} on Parley`, [
    `${oneLine(invitedBy, 120)} invites you to work with ${name} on Parley.`,
    { link, label: "Accept the invitation" },
    `The invitation is valid for ${count(days, "day")}. If you do not expect it, you can ignore this mail.`,
  ]);
}

export interface PasswordChangedDetails {
  readonly at: Date;
  /** Browser and address, as far as known. */
  readonly device: string;
  readonly endedSessions: number;
  readonly recoveryLink: string;
}

export function passwordChangedMail(details: PasswordChangedDetails): Mail {
  const ended = details.endedSessions;
  return composeMail("password-changed", "Your Parley password was changed", [
    `Your password was changed on ${formatTime(details.at)} from ${oneLine(details.device, 200)}.`,
    ended > 0 ? `You were signed out of ${count(ended, "other session")}.` : "You had no other sessions.",
    "If this was not you, set a new password at once:",
    { link: details.recoveryLink, label: "Recover your account" },
  ]);
}

export interface FailureDigestDetails {
  readonly organisation: string;
  readonly since: Date;
  readonly failures: readonly { readonly what: string; readonly times: number; readonly last: Date }[];
  readonly link: string;
}

const mostFailuresListed = 20;

/** One mail for many failures: the tenth mail about the same fault is not read. */
export function failureDigestMail({ organisation, since, failures, link }: FailureDigestDetails): Mail {
  const total = failures.reduce((sum, failure) => sum + failure.times, 0);
  const name = oneLine(organisation, 120);
  const listed = failures
    .slice(0, mostFailuresListed)
    .map((it) => `${oneLine(it.what, 300)}: ${count(it.times, "time")}, last on ${formatTime(it.last)}`);
  const unlisted = failures.length - listed.length;
  return composeMail("failure-digest", `${count(total, "failure")} in ${name}`, [
    `Since ${formatTime(since)} this did not work in ${name}:`,
    ...listed,
    ...(unlisted > 0 ? [`And ${count(unlisted, "more kind")} of failure.`] : []),
    { link, label: "See them in Parley" },
  ]);
}

export interface BudgetDetails {
  readonly project: string;
  readonly spent: number;
  readonly limit: number;
  readonly currency: string;
  /** Agents answer with their fallback until the month ends. */
  readonly isStopped: boolean;
  readonly link: string;
}

export function budgetMail({ project, spent, limit, currency, isStopped, link }: BudgetDetails): Mail {
  const name = oneLine(project, 120);
  const money = (value: number) => `${value.toFixed(2)} ${currency}`;
  const share = Math.floor((spent / limit) * 100);
  return composeMail(
    "model-budget",
    isStopped
      ? `The model budget of ${name} is used up`
      : `${share} % of the model budget of ${name} is used`,
    [
      `The project ${name} spent ${money(spent)} of ${money(limit)} on language models this month.`,
      isStopped
        ? "Its agents answer with their fallback until the month ends or the budget is raised."
        : "Its agents go on answering.",
      { link, label: "See the usage and the budget" },
    ],
  );
}

function codeMail(
  template: string,
  subject: string,
  { code, minutes }: CodeDetails,
  before: readonly Part[],
): Mail {
  return composeMail(template, subject, [
    ...before,
    { code },
    `The code is valid for ${count(minutes, "minute")} and works once.`,
    notYou,
  ]);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function formatTime(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " at ")} UTC`;
}
