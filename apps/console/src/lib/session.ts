// Who is signed in, asked once before the first data call, and the way out.
import { createIdentityClient } from "@parley/identity-client";
import { config } from "./config.ts";

const identity = createIdentityClient({ baseUrl: config.providerUrl });
let asked: Promise<string | undefined> | undefined;
let sessionId: string | undefined;
let isLeaving = false;

/** The identity's id. A failed answer is logged and the product goes on without a user id. */
export function currentUserId(): Promise<string | undefined> {
  asked ??= identity.whoami().then((answer) => {
    sessionId = answer.kind === "ok" ? answer.body.id : undefined;
    if (answer.kind === "ok") return answer.body.identity?.id;
    console.warn("whoami failed", answer);
    // Nobody was asked: the next call asks again.
    if (answer.kind === "unreachable") asked = undefined;
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
  if (sessionId !== undefined) returnTo.searchParams.set("sessionEnded", "true");
  location.assign(signInUrl(returnTo.href));
  return true;
}

export function signInUrl(returnTo: string): string {
  const url = new URL(config.signInUrl);
  url.searchParams.set("return_to", returnTo);
  return url.href;
}

const failedSignOutKey = "parley.failedSignOut";

/** A failed logout is logged and the redirect still happens; whoever is led back by it reads why. */
export async function signOut(): Promise<void> {
  isLeaving = true;
  const target = signInUrl(`${config.consoleUrl}/`);
  const flow = await identity.createLogoutFlow(target);
  const answer = flow.kind === "ok" ? await identity.submitLogoutFlow(flow.body.logout_token, target) : flow;
  if (answer.kind !== "ok") {
    console.error("logout failed", answer);
    sessionStorage.setItem(failedSignOutKey, sessionId ?? "");
  }
  location.assign(target);
}

/** Whether this is still the session that was to end. Told once; after signing in anew there is nothing to tell. */
export async function wasKeptSignedIn(): Promise<boolean> {
  const failedFor = sessionStorage.getItem(failedSignOutKey);
  if (failedFor === null) return false;
  sessionStorage.removeItem(failedSignOutKey);
  await currentUserId();
  return sessionId !== undefined && sessionId === failedFor;
}
