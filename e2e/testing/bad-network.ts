// BAD_NETWORK=slow|late|lossy: data calls of a page leave late, come back late, or get lost. What a browser test then
// finds, somebody on a train finds too.
import type { BrowserContext, Route } from "playwright-core";

const kinds: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  slow: async (route) => {
    await pause(800);
    await route.continue();
  },
  late: async (route) => {
    if (!isRead(route)) return route.continue();
    const response = await route.fetch();
    await pause(1_200);
    await route.fulfill({ response });
  },
  lossy: async (route) => {
    if (isData(route) && Math.random() < 0.1) return route.abort("internetdisconnected");
    await route.continue();
  },
};

export async function worsenNetwork(context: BrowserContext): Promise<void> {
  const kind = process.env["BAD_NETWORK"];
  if (kind === undefined) return;
  const treat = kinds[kind];
  if (!treat) throw new Error(`BAD_NETWORK is one of ${Object.keys(kinds).join(", ")}, not ${kind}.`);
  await context.route("**/v1/graphql", (route) =>
    // The page may be gone by now.
    treat(route).catch(() => undefined),
  );
}

/** What Chromium says of a lost call, and of one that a deletion overtook and that is asked again. */
export function isOnPurpose(message: string): boolean {
  return process.env["BAD_NETWORK"] !== undefined && /ERR_INTERNET_DISCONNECTED|status of 404/.test(message);
}

const isRead = (route: Route) => route.request().postData()?.includes('"query":"query') === true;
/** Uploads cannot be sent a second time. */
const isData = (route: Route) => route.request().postData()?.startsWith("{") === true;

function pause(mostMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * mostMs));
}
