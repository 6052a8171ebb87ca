// The only file that moves the browser. Everything it does was decided in decide-outcome.ts.
import type { Flow, IdentityClient } from "@parley/identity-client";
import { logOut } from "@parley/identity-client";
import { connectAuthMethod } from "../data/connect-auth-method.ts";
import type { DataClient } from "../data/data-client.ts";
import { forgetLinkingDetails } from "../linking-details.ts";
import type { Outcome } from "./decide-outcome.ts";
import type { Problem } from "./problem.ts";
import { countTurn } from "./turns.ts";

export type OutcomeEffects = {
  identity: IdentityClient;
  data: DataClient;
  /** Replaces the page: a restart or an automatic return must not trap the back button. */
  replace: (url: string) => void;
  assign: (url: string) => void;
  localStorage: Storage;
  sessionStorage: Storage;
};

/** What is left to show: nothing while the browser is on its way to another page. */
export type Shown =
  | { kind: "flow"; flow: Flow }
  | { kind: "problem"; problem: Problem }
  | { kind: "leaving" };

export async function applyOutcome(outcome: Outcome, effects: OutcomeEffects): Promise<Shown> {
  switch (outcome.kind) {
    case "show-flow":
      return { kind: "flow", flow: outcome.flow };
    case "error":
      return { kind: "problem", problem: outcome.problem };
    case "redirect":
      if (outcome.isTurn === true) countTurn(effects.sessionStorage);
      effects.assign(outcome.url);
      return { kind: "leaving" };
    case "restart":
      if (outcome.notice !== undefined) console.warn(outcome.notice);
      countTurn(effects.sessionStorage);
      effects.replace(outcome.url);
      return { kind: "leaving" };
    case "logout":
      forgetLinkingDetails(effects.localStorage);
      await logOut({
        identity: effects.identity,
        target: outcome.target,
        redirect: effects.assign,
        report: (message, detail) => console.error(message, detail),
      });
      return { kind: "leaving" };
    case "connect-auth-method":
      forgetLinkingDetails(effects.localStorage);
      effects.assign(await connectAndChooseUrl(outcome, effects.data));
      return { kind: "leaving" };
  }
}

export const browserEffects = {
  replace: (url: string) => window.location.replace(url),
  assign: (url: string) => window.location.assign(url),
};

async function connectAndChooseUrl(
  outcome: Extract<Outcome, { kind: "connect-auth-method" }>,
  data: DataClient,
): Promise<string> {
  try {
    const isConnected = await connectAuthMethod(data, outcome.userId, outcome.accountAuthMethodSettingsId);
    return isConnected ? outcome.successUrl : outcome.failureUrl;
  } catch (error) {
    console.error("The login method could not be connected.", error);
    return outcome.unhandledUrl;
  }
}
