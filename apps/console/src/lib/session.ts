// Who is signed in, asked once before the first data call, and the way out.
import { createIdentityClient } from "@parley/identity-client";
import { config } from "./config.ts";

const identity = createIdentityClient({ baseUrl: config.providerUrl });
let asked: Promise<string | undefined> | undefined;
let wasSignedIn = false;
let isLeaving = false;

/** The identity's id. A failed answer is logged and the product goes on without a user id. */
export function currentUserId(): Promise<string | undefined> {
  asked ??= identity.whoami().then((answer) => {
    wasSignedIn = answer.kind === "ok";
    if (answer.kind === "ok") return answer.body.identity?.id;
    console.warn("whoami failed", answer);
    return undefined;
  });
  return asked;
}

const lastRedirectKey = "parley.signInRedirectAt";
const quietMs = 5_000;

/**
 * Sends to the sign-in page, at most once in five seconds: two pages must not throw a person back and forth.
 * Somebody who was signed in on this page reads on coming back that the session had been ended.
 */
export function goToSignIn(): boolean {
  // Signing out ends the session too, and goes there by itself.
  if (isLeaving) return false;
  const last = Number(sessionStorage.getItem(lastRedirectKey) ?? 0);
  if (Date.now() - last < quietMs) return false;
  sessionStorage.setItem(lastRedirectKey, String(Date.now()));
  const returnTo = new URL(location.href);
  if (wasSignedIn) returnTo.searchParams.set("sessionEnded", "true");
  location.assign(signInUrl(returnTo.href));
  return true;
}

export function signInUrl(returnTo: string): string {
  const url = new URL(config.signInUrl);
  url.searchParams.set("return_to", returnTo);
  return url.href;
}

/** A failed logout is logged and the redirect still happens. */
export async function signOut(): Promise<void> {
  isLeaving = true;
  const target = signInUrl(`${config.consoleUrl}/`);
  const flow = await identity.createLogoutFlow(target);
  const answer = flow.kind === "ok" ? await identity.submitLogoutFlow(flow.body.logout_token, target) : flow;
  if (answer.kind !== "ok") console.error("logout failed", answer);
  location.assign(target);
}
