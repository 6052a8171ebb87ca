// Where the console lives. A probe may pick a developer's own console, but never in production: there an
// answer from some local port must not decide where a signed-in person is sent.
import type { Configuration } from "./configuration.ts";

const PROBE_TIMEOUT_MS = 1_000;

export async function chooseManagerHost(
  configuration: Pick<Configuration, "managerUrl" | "developmentManagerUrl" | "production">,
  probe: (url: string) => Promise<number> = probeStatus,
): Promise<string> {
  const { managerUrl, developmentManagerUrl, production } = configuration;
  if (production || developmentManagerUrl === undefined) return managerUrl;
  try {
    return (await probe(developmentManagerUrl)) === 200 ? developmentManagerUrl : managerUrl;
  } catch {
    return managerUrl;
  }
}

async function probeStatus(url: string): Promise<number> {
  const response = await fetch(url, { credentials: "omit", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  return response.status;
}
