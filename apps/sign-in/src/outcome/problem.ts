// Every failure as a sentence and a next step, for people.
import type { ErrorAnswer, UnreachableAnswer } from "@parley/identity-client";

export type Problem = {
  title: string;
  sentence: string;
  /** What the button under the sentence does. */
  nextStep: "try-again" | "start-again" | "sign-in" | "wait";
  retryAfterSeconds?: number;
};

export const LOOPING: Problem = {
  title: "Sign-in keeps starting over",
  sentence:
    "Your browser does not keep the sign-in cookies, or two addresses of the same service are mixed. Allow cookies for this site, close other sign-in tabs, then start again.",
  nextStep: "start-again",
};

export function describeProblem(answer: ErrorAnswer | UnreachableAnswer): Problem {
  if (answer.kind === "unreachable") {
    return {
      title: "The sign-in service does not answer",
      sentence: "Check your connection and try again. If it keeps happening, tell your administrator.",
      nextStep: "try-again",
    };
  }
  switch (answer.id) {
    case "self_service_flow_disabled":
      return {
        title: "New accounts are by invitation",
        sentence:
          "Ask an administrator of your organisation to add you, then sign in with the address they used.",
        nextStep: "sign-in",
      };
    case "session_verified_address_required":
      return {
        title: "Confirm your e-mail address first",
        sentence: "Open the message we sent you and enter its code, then sign in again.",
        nextStep: "sign-in",
      };
  }
  if (answer.status === 429) {
    return {
      title: "Too many attempts",
      sentence: "To protect the account, signing in is paused for a moment.",
      nextStep: "wait",
      retryAfterSeconds: answer.retryAfterSeconds ?? 30,
    };
  }
  if (answer.status === 404) {
    return {
      title: "This link no longer works",
      sentence: "It was used already or belongs to another browser. Start again to get a new one.",
      nextStep: "start-again",
    };
  }
  if (answer.status >= 500) {
    return {
      title: "Something went wrong on our side",
      sentence: "Nothing was changed. Try again in a moment; if it keeps happening, tell your administrator.",
      nextStep: "try-again",
    };
  }
  return {
    title: "That did not work",
    sentence:
      asSentence(answer.reason ?? answer.message) ??
      "The request was refused. Start again, and tell your administrator if it stays this way.",
    nextStep: "start-again",
  };
}

function asSentence(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const trimmed = text.trim();
  return /[.?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
