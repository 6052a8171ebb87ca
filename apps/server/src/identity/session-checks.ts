// Is there a session, and does it reach as far as its owner's own second factor?
import { ProviderError } from "./errors.ts";
import { type Exchange, withQuery } from "./exchange.ts";
import type { SessionRecord } from "./sessions.ts";

export function secondFactorUrl(x: Exchange, returnTo: string | null): string {
  const url = `${x.provider.settings.publicUrl}/self-service/login/browser`;
  return withQuery(url, { aal: "aal2", return_to: returnTo });
}

export function reachesOwnLevel(session: SessionRecord): boolean {
  return session.aal === "aal2" || session.identity.availableAal === "aal1";
}

export function requireOwnLevel(x: Exchange, session: SessionRecord, returnTo: string | null): void {
  if (reachesOwnLevel(session)) return;
  const url = secondFactorUrl(x, returnTo);
  throw new ProviderError(403, "Complete the second step of the sign-in first.", {
    id: "session_aal2_required",
    details: { redirect_browser_to: url },
    extras: { redirect_browser_to: url },
  });
}

/** Recent enough to change how somebody signs in? */
export function isPrivileged(x: Exchange, session: SessionRecord): boolean {
  return (
    x.provider.now().getTime() - session.authenticatedAt.getTime() < x.provider.settings.lifespans.privileged
  );
}
