// Asks a provider that speaks Ory Kratos who a session cookie belongs to. A verified answer is kept for
// a second: long enough for the calls of one screen, short enough for a revocation to be seen.
import type { Log } from "./log.ts";

interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
}

const keepMilliseconds = 1_000;
const maxKept = 10_000;

export function whoamiOverHttp(providerUrl: string, log: Log) {
  const kept = new Map<string, { until: number; answer: Promise<SignedIn | undefined> }>();

  async function ask(cookie: string): Promise<SignedIn | undefined> {
    const response = await fetch(`${providerUrl}/sessions/whoami`, {
      headers: { accept: "application/json", cookie },
      signal: AbortSignal.timeout(3_000),
    });
    if (response.status === 401 || response.status === 403) return undefined;
    if (!response.ok) throw new Error(`The provider answered ${response.status} to whoami.`);
    const body = (await response.json()) as { id: string; active: boolean; identity: { id: string } };
    return body.active ? { userId: body.identity.id, sessionId: body.id } : undefined;
  }

  return async (cookie: string | undefined): Promise<SignedIn | undefined> => {
    if (!cookie) return undefined;
    const now = Date.now();
    const known = kept.get(cookie);
    if (known && known.until > now) return known.answer;
    if (kept.size >= maxKept) kept.clear();
    const answer = ask(cookie);
    kept.set(cookie, { until: now + keepMilliseconds, answer });
    return answer.catch((error: unknown) => {
      kept.delete(cookie);
      // Fails closed: nobody is served on an unverified session.
      log.warn({ error }, "the provider could not say who is signed in");
      return undefined;
    });
  };
}
