// Asks a provider that speaks Ory Kratos who a session cookie belongs to.
import { Unavailable } from "./errors.ts";
import type { Log } from "./log.ts";

interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Fails closed: nobody is served on a session the provider did not confirm. A provider that does not answer is said to
 * be away, which is not the same as nobody being signed in: pages wait instead of sending everybody to sign in again.
 */
export async function askProvider(
  providerUrl: string,
  cookie: string,
  log: Log,
): Promise<SignedIn | undefined> {
  try {
    const response = await fetch(`${providerUrl}/sessions/whoami`, {
      headers: { accept: "application/json", cookie },
      signal: AbortSignal.timeout(3_000),
    });
    if (response.status === 401 || response.status === 403) return undefined;
    if (!response.ok) throw new Error(`The provider answered ${response.status} to whoami.`);
    const body = (await response.json()) as { id: string; active: boolean; identity: { id: string } };
    return body.active ? { userId: body.identity.id, sessionId: body.id } : undefined;
  } catch (error) {
    log.warn({ error }, "the provider could not say who is signed in");
    throw new Unavailable("The sign-in service does not answer at the moment. Try again shortly.");
  }
}
