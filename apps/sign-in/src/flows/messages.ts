// Our own words for the provider's messages, keyed by id because the provider's texts change between
// releases. An id without words here shows the provider's text.
import type { Message } from "@parley/identity-client";

type Words = string | ((context: Record<string, unknown>) => string | undefined);

export function messageText(message: Message): string {
  const words = WORDS[message.id];
  const own = typeof words === "function" ? words(message.context ?? {}) : words;
  return own ?? message.text;
}

const WORDS: Record<number, Words> = {
  1010001: "Sign in",
  1010002: ({ provider }) => named("Continue with", provider),
  1010003: "Confirm that it is you, then we carry on where you left off.",
  1010004: "One more step: confirm it with your second factor.",
  1010006: "Code from your authenticator app",
  1010007: "Backup code",
  1010009: "Verify",
  1010010: "Use this backup code",
  1010013: "Continue",
  1010014: "We sent you a code. Enter it below.",
  1010015: "Send me a code",
  1010016: "An account with this address exists already. Sign in to connect the two.",
  1010017: "Sign in and connect",
  1010018: ({ provider }) => named("Confirm with", provider),
  1010019: "Send me a code",
  1010022: "Sign in",
  1010023: ({ address }) => named("Send a code to", address),
  1010025: "We sent you a code. Enter it below.",

  1040001: "Create account",
  1040002: ({ provider }) => named("Sign up with", provider),
  1040003: "Continue",
  1040005: "We sent you a code. Enter it below.",
  1040006: "Send me a code",
  1040008: "Back",
  1040009: "Choose how you want to sign in.",

  1050001: "Your changes are saved.",
  1050002: ({ provider }) => named("Connect", provider),
  1050003: ({ provider }) => named("Disconnect", provider),
  1050004: "Remove authenticator app",
  1050005: "QR code for your authenticator app",
  1050007: "Show backup codes",
  1050008: "Create new backup codes",
  1050010: "Your backup codes",
  1050011: "I have stored them",
  1050014: "Used",
  1050016: "Turn off backup codes",
  1050017: "Or enter this key in the app",
  1050023: "Your organisation manages this setting.",

  1060001: "You are signed in again. Choose a new password now, so that you can sign in next time.",
  1060002: "If the address belongs to an account, a message with a link is on its way. It may take a minute.",
  1060003: "If the address belongs to an account, a message with a code is on its way. It may take a minute.",
  1060004: "A message with a code is on its way. It may take a minute.",

  1070001: "Password",
  1070002: ({ title }) => fieldName(title),
  1070003: "Save",
  1070004: "E-mail address",
  1070005: "Continue",
  1070006: "6-digit code from the app",
  1070007: "E-mail address",
  1070008: "Send a new code",
  1070009: "Continue",
  1070010: "Code from the message",
  1070011: "Code from the message",
  1070012: "Code from the message",
  1070013: "Code from the message",

  1080001: "A message with a link is on its way. It may take a minute.",
  1080002: "Your e-mail address is confirmed.",
  1080003: "A message with a code is on its way. It may take a minute.",

  4000001: ({ reason }) =>
    typeof reason === "string" ? reason : "That did not work. Try again, or choose another way to sign in.",
  4000002: "Fill in this field.",
  4000003: ({ min_length: least }) => withNumber("Use at least", least, "characters."),
  4000005: ({ reason }) =>
    typeof reason === "string" ? `Choose another password: ${reason}` : "Choose a stronger password.",
  4000006: "The e-mail address or password is wrong. Check both, or use “Forgot password?”.",
  4000007: "An account with this address exists already. Sign in instead.",
  4000008: "This code is wrong or has expired. Enter the one the app shows now.",
  4000009: "Enter an e-mail address.",
  4000010: "Confirm your e-mail address first: open the message we sent you.",
  4000011: "No authenticator app is set up. Use another way to sign in.",
  4000012: "This backup code was used already. Take another one from your list.",
  4000014: "No backup codes are set up. Use another way to sign in.",
  4000016: "This backup code is wrong. Check it, or take another one from your list.",
  4000017: ({ max_length: most }) => withNumber("Use at most", most, "characters."),
  4000027:
    "This login belongs to another account already. Sign in with that account, or choose another login.",
  4000028: "An account with this address exists already. Sign in to it instead.",
  4000031: "This password is too similar to your e-mail address. Choose another one.",
  4000032: ({ min_length: least }) => withNumber("Use at least", least, "characters for your password."),
  4000033: ({ max_length: most }) => withNumber("Use at most", most, "characters for your password."),
  4000034: "This password has appeared in a data leak, so it is easy to guess. Choose another one.",
  4000037: "There is no account with this address. Check it for typing errors.",
  4000039: "This is your current password. Choose a new one.",
  4000040: "This does not look like an e-mail address. Check it for typing errors.",

  4010001: "This took too long and has expired. Sign in again.",
  4010002: "Choose how you want to sign in.",
  4010008: "This code is wrong or has expired. Check it, or ask for a new one.",
  4010009: "That is another account. Sign in with the address shown above.",
  4010011: "This account is switched off. Ask your administrator to switch it on.",
  4040001: "This took too long and has expired. Fill in the form again.",
  4040003: "This code is wrong or has expired. Check it, or ask for a new one.",
  4050001: "This took too long and has expired. Make the change again.",
  4060001: "This request was completed already. Start again if you still need to.",
  4060002: "That did not work. Start again.",
  4060004: "This link is wrong or was used already. Ask for a new one.",
  4060005: "This took too long and has expired. Ask for a new code.",
  4060006: "This code is wrong or was used already. Check it, or ask for a new one.",
  4070001: "This link is wrong or was used already. Ask for a new one.",
  4070002: "This request was completed already. Start again if you still need to.",
  4070003: "That did not work. Start again.",
  4070005: "This took too long and has expired. Ask for a new code.",
  4070006: "This code is wrong or was used already. Check it, or ask for a new one.",
  5000002: "No way to sign in is set up. Ask your administrator.",
};

function named(verb: string, name: unknown): string | undefined {
  return typeof name === "string" && name !== "" ? `${verb} ${name}` : undefined;
}

function withNumber(before: string, number: unknown, after: string): string | undefined {
  return typeof number === "number" ? `${before} ${number} ${after}` : undefined;
}

/** Fields are named by the operator's schema; the address is called the same on every screen. */
function fieldName(title: unknown): string | undefined {
  if (typeof title !== "string") return undefined;
  return /^e-?mail$/i.test(title) ? "E-mail address" : title;
}
