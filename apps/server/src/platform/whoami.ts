// Asks a provider that speaks Ory Kratos who a session cookie belongs to.
import type { Log } from "./log.ts";

interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
}

/** Fails closed: nobody is served on a session the provider did not confirm. */
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
    return undefined;
  }
}
